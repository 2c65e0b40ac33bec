"""One entry: its form, its history, and what else can be done with it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from apps.content import services
from apps.content.models import Entry, EntryChange
from apps.content.services.comparing import entry_differences, title_of
from apps.content.shapes import field_words
from apps.content.studio.drafts import DraftForm
from apps.content.studio.numbers import whole
from apps.content.studio.pages import (
    named,
    page,
    require_editor,
    seen_change,
    seen_entry,
    seen_game,
    seen_kind,
)
from apps.content.studio.previews import preview_of
from apps.content.words import kind_name, said
from apps.rulebooks.core.protocol import ContentError
from apps.rulebooks.registry import rulebook


@require_http_methods(["GET", "POST"])
def add(request: HttpRequest, game: str, kind: str) -> HttpResponse:
    """A new entry."""
    seen_kind(request, game, kind)
    require_editor(request, game)
    form = DraftForm(game, kind, None, request.POST if request.method == "POST" else None)
    if "_save" in request.POST:
        data = form.data
        if data is not None:
            try:
                entry = services.add_entry(game=game, kind=kind, data=data, by=request.user)
            except ContentError as error:
                return _form(request, form, refused=form.refuse(error.faults))
            messages.success(request, _("Added as a draft."))
            return redirect("studio:entry", pk=entry.pk)
    return _form(request, form)


@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, pk: int) -> HttpResponse:
    """An entry as a form. Whoever may not change it reads it."""
    entry = seen_entry(request, pk) if request.method == "GET" else Entry.objects.filter(pk=pk).first()
    if entry is None:
        return _deleted(request)
    seen_game(request, entry.game)
    if request.method == "GET":
        return _form(request, DraftForm(entry.game, entry.kind, entry))
    require_editor(request, entry.game)
    form = DraftForm(entry.game, entry.kind, entry, request.POST)
    if "_save" not in request.POST:
        return _form(request, form)
    stale = form.version != entry.version
    data = None if stale else form.data
    if data is not None:
        try:
            services.save_entry(entry_id=pk, version=form.version, data=data, by=request.user)
        except services.StaleEntry:
            stale = True
        except ContentError as error:
            return _form(request, form, refused=form.refuse(error.faults))
        else:
            messages.success(request, _("Saved as a draft. Running games do not change."))
            return redirect("studio:entry", pk=pk)
    if not stale:
        return _form(request, form)
    current = Entry.objects.select_related("updated_by").filter(pk=pk).first()
    if current is None:
        return _deleted(request)
    form.merge(current)
    return _form(request, form, meanwhile=current)


@require_http_methods(["GET", "POST"])
def delete(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask, then delete."""
    entry = seen_entry(request, pk)
    require_editor(request, entry.game)
    version = request.POST.get("version", "")
    if request.method == "POST" and whole(version):
        try:
            services.delete_entry(entry_id=pk, version=whole(version), by=request.user)
        except services.StaleEntry:
            messages.error(request, _("It was changed a moment ago. Look at it again before you delete it."))
            return redirect("studio:entry", pk=pk)
        except ContentError as error:
            messages.error(request, error.faults[0].message.capitalize())
            return redirect("studio:entry", pk=pk)
        messages.success(request, _("Deleted. The history of the game can bring it back."))
        return redirect("studio:game", game=entry.game)
    title = title_of(entry.game, entry.kind, entry.data)
    return page(request, "delete.html", _("Delete {title}?").format(title=title), entry.game, entry=entry)


@require_POST
def duplicate(request: HttpRequest, pk: int) -> HttpResponse:
    """A copy to work on."""
    entry = seen_entry(request, pk)
    require_editor(request, entry.game)
    try:
        copy = services.duplicate_entry(entry_id=pk, by=request.user)
    except ContentError as error:
        messages.error(request, error.faults[0].message.capitalize())
        return redirect("studio:entry", pk=pk)
    messages.success(request, _("This is the copy. Give it a slug and a name of its own."))
    return redirect("studio:entry", pk=copy.pk)


@require_POST
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """One place up or down among its kind."""
    entry = seen_entry(request, pk)
    require_editor(request, entry.game)
    services.move_entry(entry_id=pk, by=request.user, up=request.POST.get("to") == "up")
    return redirect("studio:game", game=entry.game)


@require_GET
def history(request: HttpRequest, pk: int) -> HttpResponse:
    """Who changed an entry, and how."""
    entry = seen_entry(request, pk)
    changes = EntryChange.objects.filter(entry=entry).select_related("by", "entry")
    title = _("History of {title}").format(title=title_of(entry.game, entry.kind, entry.data))
    return page(request, "history.html", title, entry.game, entry=entry, steps=steps_of(changes[:200]))


@require_GET
def journal(request: HttpRequest, game: str) -> HttpResponse:
    """Everything that was done to the drafts of a game, deleted ones included."""
    changes = EntryChange.objects.filter(game=seen_game(request, game)).select_related("by", "entry")
    return page(request, "history.html", _("All changes of drafts"), game, steps=steps_of(changes[:200]))


@require_POST
def restore(request: HttpRequest, pk: int) -> HttpResponse:
    """Take an entry back to an earlier version."""
    step = seen_change(request, pk)
    require_editor(request, step.game)
    try:
        entry = services.restore(change_id=pk, by=request.user)
    except ContentError as error:
        messages.error(request, " ".join(f"{field_words(fault.field)}: {fault.message}." for fault in error.faults))
        return redirect("studio:journal", game=step.game)
    except services.StaleEntry:
        messages.error(request, _("Somebody changed it in the same moment. Look at it again."))
        return redirect("studio:journal", game=step.game)
    messages.success(request, _("Taken back to that version, as a draft."))
    return redirect("studio:entry", pk=entry.pk)


def steps_of(changes: Any) -> list[dict[str, Any]]:
    """Steps of a history with what each of them changed."""
    return [
        {
            "change": step,
            "kind": kind_name(step.game, step.kind),
            "title": title_of(step.game, step.kind, step.after or step.before or {}),
            "fields": entry_differences(step.game, step.kind, step.before, step.after) if step.before else (),
            "gone": step.after is None,
            "current": step.entry is not None and step.entry.version == step.version,
        }
        for step in changes
    ]


def _deleted(request: HttpRequest) -> HttpResponse:
    """What was typed into an entry that is no longer there: kept, to be added again."""
    seen = request.POST.get("seen", "")
    step = EntryChange.objects.filter(pk=whole(seen)).first()
    if step is None:
        raise Http404
    seen_kind(request, step.game, step.kind)
    require_editor(request, step.game)
    form = DraftForm(step.game, step.kind, None, request.POST)
    later = EntryChange.objects.filter(game=step.game, kind=step.kind, slug=step.slug, after__isnull=True)
    return _form(request, form, gone=later.select_related("by").first() or step)


def _form(request: HttpRequest, form: DraftForm, **more: Any) -> HttpResponse:
    """The page of a form: preview, warnings, and what happened meanwhile."""
    game, kind, entry = form.game, form.kind, form.entry
    known = rulebook(game).content_kinds[kind]
    pristine = request.method == "GET" and entry is None
    here, elsewhere = ([], []) if pristine else form.warn()
    data = form.data
    seen = preview_of(game, kind, data, form.content(data)) if data is not None else None
    title = title_of(game, kind, entry.data) if entry else _("New: {kind}").format(kind=kind_name(game, kind))
    if pristine:
        form.root.quiet()
    status = 409 if "meanwhile" in more or "gone" in more else 200
    return page(
        request,
        "entry.html",
        title,
        game,
        status=status,
        form=form,
        entry=entry,
        kind=kind,
        kind_name=kind_name(game, kind),
        kind_help=said(known.help),
        single=known.single,
        preview=seen,
        here=named(game, here),
        elsewhere=named(game, elsewhere),
        seen=EntryChange.objects.filter(entry=entry).values_list("pk", flat=True).first() if entry else "",
        show_faults=form.is_wrong and "_save" in request.POST,
        unsaved=request.method == "POST" and not more,
        **({"refused": []} | more),
    )
