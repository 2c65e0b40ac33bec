from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('notices', '0001_wishes_and_notices'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='wish',
            name='hook_failures',
            field=models.PositiveSmallIntegerField(default=0, editable=False),
        ),
        migrations.AddField(
            model_name='wish',
            name='hook_off',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name='wish',
            name='hook_rest_until',
            field=models.DateTimeField(editable=False, null=True),
        ),
        migrations.AddConstraint(
            model_name='wish',
            constraint=models.CheckConstraint(condition=models.Q(('hook_off', False), models.Q(('hook', ''), _negated=True), _connector='OR'), name='only_a_webhook_is_turned_off'),
        ),
    ]
