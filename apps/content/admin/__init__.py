"""Content in the admin: lists to search, which lead to the pages of the studio."""

from apps.content.admin.drafts import DraftAdmin
from apps.content.admin.releases import ReleaseAdmin

__all__ = ["DraftAdmin", "ReleaseAdmin"]
