"""What can be done with content: draft it, check it, try it out, publish it, carry it in and out."""

from apps.content.services.carrying import bring_in, look_at, texts_of, unpacked, zip_of
from apps.content.services.checking import drafts_of, faults_of, type_faults
from apps.content.services.comparing import differences, entry_differences
from apps.content.services.drafting import (
    StaleEntry,
    add_entry,
    delete_entry,
    duplicate_entry,
    move_entry,
    replace_drafts,
    reset_drafts,
    restore,
    save_entry,
)
from apps.content.services.opening import open_drafts, publish_base_packs
from apps.content.services.publishing import Refused, publish_drafts, roll_back
from apps.content.services.releases import (
    content_in,
    content_of,
    digest_of,
    forget_contents,
    keep_foreign,
    newest_release,
    publish,
)
from apps.content.services.trying import Trial, try_out

__all__ = [
    "Refused",
    "StaleEntry",
    "Trial",
    "add_entry",
    "bring_in",
    "content_in",
    "content_of",
    "delete_entry",
    "differences",
    "digest_of",
    "drafts_of",
    "duplicate_entry",
    "entry_differences",
    "faults_of",
    "forget_contents",
    "keep_foreign",
    "look_at",
    "move_entry",
    "newest_release",
    "open_drafts",
    "publish",
    "publish_base_packs",
    "publish_drafts",
    "replace_drafts",
    "reset_drafts",
    "restore",
    "roll_back",
    "save_entry",
    "texts_of",
    "try_out",
    "type_faults",
    "unpacked",
    "zip_of",
]
