import django.utils.timezone
from django.db import migrations, models


def ledgers_from_files(apps, schema_editor):
    """Ledgers that came from files before: their first entries are named by their places there."""
    entries = apps.get_model("games", "Entry").objects
    tables = apps.get_model("games", "Table").objects
    for start in entries.filter(kind="start", key="import-0").exclude(table__road=""):
        keys = entries.filter(table=start.table_id).order_by("seq").values_list("seq", "key")
        recorded = max(seq for seq, key in keys if key == f"import-{seq - 1}")
        tables.filter(pk=start.table_id).update(recorded=recorded)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_roads"),
    ]

    operations = [
        migrations.AddField(
            model_name="table",
            name="recorded",
            field=models.PositiveIntegerField(default=0, editable=False),
        ),
        migrations.RunPython(ledgers_from_files, migrations.RunPython.noop),
        # Who says when is nothing that the database knows of: there is no reason to write every entry anew.
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="entry",
                    name="at",
                    field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
            ],
        ),
    ]
