from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('content', '0003_foreign_content'),
        ('games', '0004_seat_keeper'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        # Tables that are there already keep the three days by which they were made.
        migrations.AddField(
            model_name='table',
            name='idle_limit',
            field=models.PositiveIntegerField(choices=[(300, '5 minutes'), (3600, '1 hour'), (86400, '1 day'), (259200, '3 days'), (0, 'never')], default=259200),
        ),
        migrations.AlterField(
            model_name='table',
            name='idle_limit',
            field=models.PositiveIntegerField(choices=[(300, '5 minutes'), (3600, '1 hour'), (86400, '1 day'), (259200, '3 days'), (0, 'never')], default=86400),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('idle_limit__in', [300, 3600, 86400, 259200, 0])), name='idle_limit_offered'),
        ),
    ]
