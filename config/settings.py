"""The one settings file; everything that differs between places comes from the environment.

Without any variables Starboard runs embedded: SQLite, messages within one process and a Celery worker
thread in the web process. `DATABASE_URL` and `REDIS_URL` turn on the services instead.
"""

from __future__ import annotations

from pathlib import Path

import environ
from csp.constants import NONE, SELF
from django.utils.translation import gettext_lazy as _
from kombu import Queue

from config.local import local_hosts, local_secret_key

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = BASE_DIR / "var"

env = environ.Env()
environ.Env.read_env(BASE_DIR / ".env")

DEBUG = env.bool("DEBUG", default=False)
SECRET_KEY = env.str("SECRET_KEY", default="") or local_secret_key(VAR_DIR)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[]) or local_hosts()
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

INSTALLED_APPS = [
    "daphne",
    "config.admin.HouseAdmin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "csp",
    "django_htmx",
    "allauth",
    "allauth.account",
    "apps.accounts",
    "apps.content",
    "apps.games",
    "apps.campaigns",
    "apps.notices",
    "apps.api",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "config.guards.WellFormed",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "apps.accounts.sessions.PersonMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "csp.middleware.CSPMiddleware",
    "config.guards.PermissionsPolicy",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# --- Data -------------------------------------------------------------------------------------

DATABASES = {"default": env.db("DATABASE_URL", default=f"sqlite:///{VAR_DIR / 'starboard.sqlite3'}")}
if "sqlite" in DATABASES["default"]["ENGINE"]:
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 10,
        # Read-then-write transactions fail at once with "database is locked" unless they begin as writers.
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL;",
    }
# Web threads and workers live long and keep their connection; one that broke is noticed and opened anew.
DATABASES["default"]["CONN_MAX_AGE"] = None
DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
WEB_THREADS = env.int("WEB_THREADS", default=4)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.str("REDIS_URL", default="")
EMBEDDED = not REDIS_URL

if EMBEDDED:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "OPTIONS": {"MAX_ENTRIES": 50_000},  # with the default of 300 a crowd would push rate limits out
        }
    }
else:
    CACHES = {"default": {"BACKEND": "config.caches.SteadyRedisCache", "LOCATION": REDIS_URL}}

# --- Work in the background -------------------------------------------------------------------

CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"polling_interval": 0.02} if EMBEDDED else {"visibility_timeout": 600}
CELERY_TASK_TIME_LIMIT = 120
# What waits for others on the network has a queue of its own: see config/aside.py.
CELERY_TASK_DEFAULT_QUEUE = "bots"
CELERY_TASK_QUEUES = [Queue(name, routing_key=name) for name in ("bots", "post")]
CELERY_TASK_ROUTES = {"apps.notices.tasks.*": {"queue": "post"}, "apps.accounts.tasks.*": {"queue": "post"}}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

BOT_PAUSE = env.float("BOT_PAUSE", default=0.9)  # seconds between two actions of a bot, so that people can follow
BOT_SECONDS = env.float("BOT_SECONDS", default=1.0)  # the longest a bot may think about one action
BOT_SILENCE = env.float("BOT_SILENCE", default=15.0)  # seconds after which a silent bot is woken again
SWEEP_EVERY = env.float("SWEEP_EVERY", default=10.0)  # seconds between two looks for silent bots
WEIGHING_SECONDS = env.float("WEIGHING_SECONDS", default=20.0)  # how long they look whether a seat is favoured
TRIAL_SECONDS = env.float("TRIAL_SECONDS", default=6.0)  # how long bots try out content before it is published
NOTICE_EVERY = env.float("NOTICE_EVERY", default=30.0)  # seconds between two looks for notices to be sent
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "apps.games.tasks.sweep", "schedule": SWEEP_EVERY},
    "notices": {"task": "apps.notices.tasks.send_due", "schedule": NOTICE_EVERY},
    "campaigns": {"task": "apps.campaigns.tasks.mend_campaigns", "schedule": SWEEP_EVERY},
}
HEARTBEAT = env.float("HEARTBEAT", default=15.0)  # seconds between two heartbeats of a socket
EMBEDDED_WORKER = env.bool("EMBEDDED_WORKER", default=True)

# --- People -----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_USERNAME_BLACKLIST = ["admin", "staff", "starboard", "guest", "bot"]
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if env.bool("HTTPS", default=False) else "http"
ACCOUNT_ADAPTER = "apps.accounts.adapter.AccountAdapter"

EMAIL_CONFIG = env.email("EMAIL_URL", default="consolemail://")
vars().update(EMAIL_CONFIG)
EMAIL_TIMEOUT = env.float("EMAIL_TIMEOUT", default=10.0)  # seconds for which a mail server is waited for
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="Starboard <starboard@localhost>")

# Word that it is your turn. SITE_URL is where the links in mails and webhooks lead.
SITE_URL = env.str("SITE_URL", default=f"http://localhost:{env.int('PORT', default=8000)}").rstrip("/")
NOTICE_AFTER = env.float("NOTICE_AFTER", default=300.0)  # seconds that a turn must have waited before anything is sent
DIGEST_HOUR = env.int("DIGEST_HOUR", default=7)  # the hour, in UTC, of daily mails
HOOK_TIMEOUT = env.float("HOOK_TIMEOUT", default=5.0)  # seconds that telling a webhook may take in all
HOOK_FAILURES = env.int("HOOK_FAILURES", default=10)  # in a row, after which a webhook is turned off
HOOKS_PRIVATE = env.bool("HOOKS_PRIVATE", default=False)  # whether webhooks may lead into private networks

# How often one person, and one address, may do a thing. `off` in tests that are not about it.
RATELIMIT_ENABLE = env.bool("RATE_LIMITS", default=True)
ACCOUNT_RATE_LIMITS = {} if RATELIMIT_ENABLE else False
RATE_ACTIONS = env.str("RATE_ACTIONS", default="40/10s")
RATE_CODES = env.str("RATE_CODES", default="10/m")
RATE_GUESTS = env.str("RATE_GUESTS", default="20/h")
RATE_IMPORTS = env.str("RATE_IMPORTS", default="12/h")
RATE_REPORTS = env.str("RATE_REPORTS", default="6/h")
RATE_TABLES = env.str("RATE_TABLES", default="60/h")
RATE_API = env.str("RATE_API", default="300/m")  # requests with one token
RATE_API_USER = env.str("RATE_API_USER", default="600/m")  # requests with all tokens of one person
SOCKETS_PER_USER = env.int("SOCKETS_PER_USER", default=60)  # open pages of one person in one process; a table has two
SOCKETS_PER_ADDRESS = env.int("SOCKETS_PER_ADDRESS", default=400)  # and of one address, where many may sit
RATE_TOKENS = env.str("RATE_TOKENS", default="20/m")  # requests from one address with a token that is none
RATELIMIT_FAIL_OPEN = True  # where a count was lost, somebody is let in once too often
SILENCED_SYSTEM_CHECKS = ["django_ratelimit.W001", *(["django_ratelimit.E003"] if EMBEDDED else [])]

# --- Safety -----------------------------------------------------------------------------------

HTTPS = env.bool("HTTPS", default=False)
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SESSION_ENGINE = "apps.accounts.sessions"
SESSION_COOKIE_AGE = 180 * 86400
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
# What pages here never ask a browser for; a script that got in could not either.
PERMISSIONS_POLICY = (
    "camera=(), microphone=(), geolocation=(), payment=(), usb=(), serial=(), midi=(), display-capture=()"
)
MOST_BODY_BYTES = env.int("MOST_BODY_BYTES", default=32_000_000)  # of one request, files included
if HTTPS:
    SECURE_SSL_REDIRECT = True
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.bool("BEHIND_PROXY", default=True) else None
    SECURE_HSTS_SECONDS = 365 * 86400
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
DATA_UPLOAD_MAX_MEMORY_SIZE = 1_000_000

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}

# --- Words, times, files ----------------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = VAR_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.HashedFiles"},
}
PLAIN_STATIC = env.bool("PLAIN_STATIC", default=DEBUG)  # straight from the folders, for development and tests
if PLAIN_STATIC:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["console"], "level": env.str("LOG_LEVEL", default="WARNING")},
    "loggers": {
        "django.channels.server": {"level": "WARNING"},
        "django.request": {"level": "ERROR"},
        "django.security.DisallowedHost": {"level": "CRITICAL"},  # anyone could fill the log with them
        "kombu": {"level": "ERROR"},
        "apps": {"level": "INFO"},
    },
}
