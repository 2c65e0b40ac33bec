from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('content', '0002_studio'),
    ]

    operations = [
        migrations.AddField(
            model_name='release',
            name='foreign',
            field=models.BooleanField(default=False, editable=False),
        ),
    ]
