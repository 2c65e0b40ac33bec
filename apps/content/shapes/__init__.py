"""Forms made from types: a shape for each type, a tree of nodes for what stands in the form."""

from apps.content.shapes.faults import attach, field_words
from apps.content.shapes.nodes import MISSING, About, Node
from apps.content.shapes.rows import press
from apps.content.shapes.tidy import tidied
from apps.content.shapes.types import form_of

__all__ = ["MISSING", "About", "Node", "attach", "field_words", "form_of", "press", "tidied"]
