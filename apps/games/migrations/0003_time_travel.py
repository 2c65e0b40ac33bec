import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0002_lesson'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name='table',
            name='imported',
            field=models.BooleanField(default=False, editable=False),
        ),
        migrations.AddField(
            model_name='table',
            name='motion',
            field=models.JSONField(editable=False, null=True),
        ),
        migrations.AlterField(
            model_name='entry',
            name='kind',
            field=models.CharField(choices=[('seat', 'Seat taken or left'), ('start', 'Start'), ('act', 'Action'), ('undo', 'Take-back'), ('concede', 'Resignation'), ('offer', 'Proposal'), ('answer', 'Answer to a proposal'), ('agree', 'Agreed end')], max_length=10),
        ),
        migrations.CreateModel(
            name='Origin',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('line', models.PositiveIntegerField()),
                ('state', models.BinaryField()),
                ('source', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='continuations', to='games.table')),
                ('table', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='origin', to='games.table')),
            ],
        ),
        migrations.CreateModel(
            name='Look',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('at', models.DateTimeField()),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
                ('user', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('user', 'table'), name='look_once')],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seq', models.PositiveIntegerField()),
                ('line', models.PositiveIntegerField()),
                ('note', models.TextField(max_length=2000, verbose_name='what is wrong')),
                ('state', models.BinaryField(editable=False)),
                ('user_agent', models.CharField(blank=True, max_length=300)),
                ('at', models.DateTimeField(auto_now_add=True)),
                ('done', models.BooleanField(default=False, verbose_name='dealt with')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='reports', to='games.table')),
                ('who', models.ForeignKey(null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['done', '-at'],
            },
        ),
    ]
