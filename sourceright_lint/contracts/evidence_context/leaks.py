"""What a published value may give away: absolute paths, and credentials of well-known shape.

Every answer is the name of a shape, never a part of the value. Each shape lists marks, one of which its
text must hold in lower case; they keep the patterns away from nearly all strings.
"""

from __future__ import annotations

import re
from typing import NamedTuple


class Shape(NamedTuple):
    """A kind of text that must not be published. ``name`` goes into messages, with its article."""

    name: str
    marks: tuple[str, ...]
    pattern: re.Pattern[str]


_ROOTS = (
    "applications|app|bin|builds|data|dev|etc|home|github|library|media|mnt|nix|opt|private|proc|root|run|sbin|"
    "srv|sys|system|tmp|users|usr|var|volumes|work|workspaces?"
)

PATHS = (
    Shape("a file:// address", ("file:/",), re.compile(r"(?i)(?<![\w.+-])file:/+[^\s/]")),
    Shape(
        "an absolute Windows path",
        (":\\", ":/", "\\\\"),
        re.compile(
            r"(?<![\w])[A-Za-z]:(?:\\|/(?!/))"
            r"|(?:^|(?<=[\s\"'(=]))\\\\[\w?.$-]{1,255}\\[^\\\s]"
        ),
    ),
    Shape(
        "an absolute POSIX path",
        ("/",),
        re.compile(
            r"^/[^\s/]+/[^\s/]"
            r"|^/[^\s/]+\.[A-Za-z0-9]{1,8}$"
            rf"|^/(?i:{_ROOTS})/?$"
            rf"|(?:^|(?<=[\s\"'(=:,;<\[|]))/(?i:{_ROOTS})/[^\s/]"
        ),
    ),
)

_NAMES_OF_SECRETS = (
    "password|passwd|passphrase|api[_-]?key|secret[_-]?key|private[_-]?key|access[_-]?key|access[_-]?token|"
    "auth[_-]?token|client[_-]?secret"
)

CREDENTIALS = (
    Shape("a private key", ("-----begin",), re.compile(r"-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY")),
    Shape(
        "an AWS access key", ("akia", "asia"), re.compile(r"(?<![A-Za-z0-9])A(?:KIA|SIA)[A-Z0-9]{16}(?!\w)")
    ),
    Shape(
        "a GitHub token",
        ("ghp_", "gho_", "ghu_", "ghs_", "ghr_", "github_pat_"),
        re.compile(r"(?<!\w)(?:gh[pousr]_[A-Za-z0-9]{36}|github_pat_[A-Za-z0-9_]{22})"),
    ),
    Shape("a GitLab token", ("glpat-",), re.compile(r"(?<!\w)glpat-[\w-]{20}")),
    Shape("a Slack token", ("xox", "xapp-"), re.compile(r"(?<!\w)(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10}")),
    Shape(
        "a Slack webhook", ("hooks.slack.com",), re.compile(r"hooks\.slack\.com/(?:services|workflows)/\w")
    ),
    Shape("a Stripe key", ("_live_", "_test_"), re.compile(r"(?<!\w)[rs]k_(?:live|test)_[A-Za-z0-9]{16}")),
    Shape(
        "an API key that starts with sk-", ("sk-",), re.compile(r"(?<![\w-])sk-(?=[\w-]{0,99}\d)[\w-]{20}")
    ),
    Shape("a Google API key", ("aiza",), re.compile(r"(?<!\w)AIza[\w-]{35}")),
    Shape(
        "a Google OAuth secret",
        ("ya29.", "gocspx-"),
        re.compile(r"(?<!\w)(?:ya29\.[\w-]{20}|GOCSPX-[\w-]{20})"),
    ),
    Shape("a Hugging Face token", ("hf_",), re.compile(r"(?<!\w)hf_[A-Za-z0-9]{30}")),
    Shape("an npm token", ("npm_",), re.compile(r"(?<!\w)npm_[A-Za-z0-9]{36}")),
    Shape("a PyPI token", ("pypi-",), re.compile(r"(?<!\w)pypi-AgE[\w-]{20}")),
    Shape("a SendGrid key", ("sg.",), re.compile(r"(?<!\w)SG\.[\w-]{16,32}\.[\w-]{16}")),
    Shape("a DigitalOcean token", ("_v1_",), re.compile(r"(?<!\w)do[opr]_v1_[0-9a-f]{64}")),
    Shape("an Azure storage key", ("accountkey=",), re.compile(r"(?i)AccountKey=[A-Za-z0-9+/]{40}")),
    Shape("a JSON Web Token", ("eyj",), re.compile(r"(?<!\w)eyJ[\w-]{8,999}\.eyJ[\w-]{4,9999}\.[\w-]{4}")),
    Shape(
        "a bearer token", ("bearer",), re.compile(r"(?i)\bbearer\s{1,9}(?=[\w.~+/-]{0,99}\d)[\w.~+/-]{16}")
    ),
    Shape("an address with a password in it", ("://",), re.compile(r"://[^/\s:@]{0,256}:[^/\s@]{1,256}@\S")),
    Shape(
        "a secret with its name",
        ("pass", "key", "token", "secret"),
        re.compile(
            rf"(?i)(?<![a-z])(?:{_NAMES_OF_SECRETS})\s{{0,4}}[=:]\s{{0,4}}[\"']?(?=[^\s\"']{{0,99}}\d)[^\s\"']{{6}}"
        ),
    ),
)

_SECRET_MEMBER = re.compile(rf"(?i)(?:.*[_-])?(?:{_NAMES_OF_SECRETS.replace('_-', '_ -')})")


def path_in(text: str) -> str | None:
    """The kind of absolute path that ``text`` is or holds."""
    return _first(PATHS, text)


def credential_in(text: str) -> str | None:
    """The kind of credential that ``text`` is or holds."""
    return _first(CREDENTIALS, text)


def leak_in(text: str) -> str | None:
    """The kind of credential or path in ``text``: a value with one is not quoted in any message."""
    return credential_in(text) or path_in(text)


def names_secret(key: str, value: object) -> bool:
    """Whether a member's name says it is a secret (``api_key``) and it holds one word of 8 or more."""
    return (
        isinstance(value, str)
        and len(value) >= 8
        and len(key) <= 100
        and not any(map(str.isspace, value))
        and _SECRET_MEMBER.fullmatch(key) is not None
    )


def _first(shapes: tuple[Shape, ...], text: str) -> str | None:
    lowered = text.lower()
    for shape in shapes:
        for mark in shape.marks:
            if mark in lowered and shape.pattern.search(text):
                return shape.name
    return None
