"""The Jinja2 templates of the live regions, and what each of them reads."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import jinja2
import jinja2.meta
import jinja2.runtime
from django.conf import settings
from django.templatetags.static import static

from apps.games.live.speech import emblem, spoken, symbol, words


class Context(jinja2.runtime.Context):
    """What a template reads. Nothing that our templates call wants to know where it is called from."""

    def call(self, told: Any, /, *args: Any, _loop_vars: Any = None, _block_vars: Any = None, **named: Any) -> Any:
        """Call a macro or a function."""
        return told(*args, **named)


def short_lines(label: str, width: int = 11) -> list[str]:
    """The name that a label begins with, up to its first comma, in lines for a drawing: two at most."""
    name = label.split(",", 1)[0].strip()
    if len(name) <= width or " " not in name:
        return [name] if name else []
    spaces = [at for at, letter in enumerate(name) if letter == " "]
    best = min(spaces, key=lambda at: abs(2 * at - len(name)))
    return [name[:best], name[best + 1 :]]


@lru_cache(maxsize=1)
def environment() -> jinja2.Environment:
    """The environment of the templates: everything is escaped unless marked safe."""
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(settings.BASE_DIR) / "templates" / "live"),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
        auto_reload=settings.DEBUG,
    )
    env.context_class = Context
    env.filters.update(say=spoken, short=short_lines)
    env.globals.update(_=words, sym=symbol, emblem=emblem)
    env.globals.update(symbols=static("svg/symbols.svg"), stars=static("svg/stars.svg"))
    return env


def draw(name: str, values: Mapping[str, Any]) -> str:
    """A template filled with values.

    The same as its `render`, which puts globals and values together one by one through two more mappings; for
    small templates that took as long as drawing.
    """
    env = environment()
    template = env.get_template(name)
    context = env.context_class(env, {**env.globals, **values}, name, template.blocks)
    return "".join(template.root_render_func(context))


@lru_cache(maxsize=256)
def reads_of(name: str) -> tuple[str, ...]:
    """The names that a template reads from its context, and perhaps some that it sets itself."""
    env = environment()
    assert env.loader is not None
    source, _path, _fresh = env.loader.get_source(env, name)
    return tuple(sorted(jinja2.meta.find_undeclared_variables(env.parse(source)) - set(env.globals)))
