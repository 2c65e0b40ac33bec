from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('content', '0003_foreign_content'),
    ]

    operations = [
        migrations.AlterField(
            model_name='entrychange',
            name='deed',
            field=models.CharField(choices=[('opened', 'opened from a release'), ('added', 'added'), ('changed', 'changed'), ('deleted', 'deleted'), ('restored', 'taken back to an earlier version'), ('imported', 'imported'), ('reset', 'reset to a release'), ('moved', 'moved')], max_length=10),
        ),
    ]
