"""What counts as a path or a credential, and what does not."""

from __future__ import annotations

import time

import pytest

from sourceright_lint.contracts.evidence_context.leaks import credential_in, leak_in, names_secret, path_in

POSIX, WINDOWS, FILE = "an absolute POSIX path", "an absolute Windows path", "a file:// address"

PATHS = [
    ("/home/tm/notes.txt", POSIX),
    ("/home/tm", POSIX),
    ("/etc/passwd", POSIX),
    ("/walks/seven/a.wav", POSIX),
    ("/walks/seven", POSIX),
    ("/session.wav", POSIX),
    ("/tmp", POSIX),
    ("/Users/tm/My Walks/a.wav", POSIX),
    ("read from /var/lib/walks/7.json today", POSIX),
    ("path=/srv/walks/7", POSIX),
    ('"/opt/walks/7"', POSIX),
    ("a:/mnt,/media/disk", WINDOWS),
    ("C:\\Users\\tm\\a.wav", WINDOWS),
    ("d:/walks/a.wav", WINDOWS),
    ("from E:\\walks", WINDOWS),
    ("\\\\server\\share\\a.wav", WINDOWS),
    ("\\\\?\\C:\\a.wav", WINDOWS),
    ("file:///home/tm/a.wav", FILE),
    ("file://localhost/a.wav", FILE),
    ("FILE:/a.wav", FILE),
    ("see file:///a.wav", FILE),
]

HARMLESS = [
    "",
    "/",
    "//",
    "and/or",
    "1/2",
    "walks/7.wav",
    "./walks/7.wav",
    "../walks/7.wav",
    "/roll 1d20",
    "/me waves at A/B",
    "https://example.org/home/tm/a",
    "https://example.org/a.wav?x=/y",
    "s3://walks/7",
    "10:/30",
    "note: x",
    "C:",
    "profile:/x",
    "a\\b",
    "\\alpha\\beta",
    "12:30/13:00",
    "text/plain",
    "npc_registry",
    "session-alpha",
    "sk-learn",
    "sk-transcript-segment-of-the-harbour",
    "bearer of bad news and nothing else",
    "token",
    "key: C minor",
    "secret: nobody knows",
    "password",
    "the password is friend",
    "AKIA",
    "eyJ",
    "sha256:" + "ab" * 32,
    "ab" * 20,
    "12:34:56@lock",
]

CREDENTIALS = [
    ("-----BEGIN " + "OPENSSH PRIVATE KEY-----\nabc", "a private key"),
    ("-----BEGIN " + "PRIVATE KEY-----", "a private key"),
    ("AKIA" + "ABCDEFGH12345678", "an AWS access key"),
    ("id is ASIA" + "ABCDEFGH12345678.", "an AWS access key"),
    ("ghp_" + "a1" * 18, "a GitHub token"),
    ("github_pat_" + "a1" * 20, "a GitHub token"),
    ("glpat-" + "a1" * 10, "a GitLab token"),
    ("xoxb-" + "123456789012-abc", "a Slack token"),
    ("https://hooks.slack.com" + "/services/T00/B00/x", "a Slack webhook"),
    ("sk_live_" + "a1" * 12, "a Stripe key"),
    ("sk-" + "a1" * 24, "an API key that starts with sk-"),
    ("sk-proj-" + "a1" * 24, "an API key that starts with sk-"),
    ("AIza" + "a" * 35, "a Google API key"),
    ("ya29." + "a" * 40, "a Google OAuth secret"),
    ("hf_" + "aB" * 17, "a Hugging Face token"),
    ("npm_" + "a1" * 18, "an npm token"),
    ("pypi-" + "AgEIcHlwaS5vcmcCJGFhYWFhYWFh", "a PyPI token"),
    ("SG." + "a" * 22 + "." + "b" * 43, "a SendGrid key"),
    ("dop_v1_" + "a1" * 32, "a DigitalOcean token"),
    ("AccountName=x;AccountKey=" + "a1" * 43 + "==", "an Azure storage key"),
    ("eyJ" + "hbGciOiJIUzI1NiJ9.eyJ" + "zdWIiOiIxIn0.abc-_def", "a JSON Web Token"),
    ("Authorization: Bearer " + "a1b2" * 6, "a bearer token"),
    ("https://tm:" + "swordfish@example.org/x", "an address with a password in it"),
    ("postgres://tm:" + "swordfish@db/x", "an address with a password in it"),
    ("password=" + "swordfish1", "a secret with its name"),
    ("API_KEY: '" + "abc123'", "a secret with its name"),
]


@pytest.mark.parametrize(("text", "kind"), PATHS, ids=[text for text, _ in PATHS])
def test_paths(text: str, kind: str) -> None:
    assert path_in(text) == kind
    assert credential_in(text) is None


@pytest.mark.parametrize("text", HARMLESS)
def test_harmless(text: str) -> None:
    assert leak_in(text) is None


@pytest.mark.parametrize(("text", "kind"), CREDENTIALS, ids=[kind + text[-3:] for text, kind in CREDENTIALS])
def test_credentials(text: str, kind: str) -> None:
    assert credential_in(text) == kind
    assert leak_in(f"see {text}") == kind


@pytest.mark.parametrize(
    ("key", "value", "expected"),
    [
        ("api_key", "quiet-harbour", True),
        ("apiKey", "quiet-harbour", True),
        ("db-password", "quiet-harbour", True),
        ("clientSecret", "quiet-harbour", True),
        ("access token", "quiet-harbour", True),
        ("password", "short", False),
        ("password", "several words are prose", False),
        ("password", 12345678, False),
        ("password_hint", "quiet-harbour", False),
        ("token", "quiet-harbour", False),
        ("speaker", "quiet-harbour", False),
    ],
)
def test_secrets_by_name(key: str, value: object, expected: bool) -> None:
    assert names_secret(key, value) is expected


@pytest.mark.parametrize(
    "unit",
    ["://", ":\\", "/home/", "password=", "bearer ", "sk-", "eyJ", "-----BEGIN ", "xox", "://a:", "a:b@"],
)
def test_long_strings_take_linear_time(unit: str) -> None:
    text = unit * (1_000_000 // len(unit)) + " "
    start = time.process_time()
    leak_in(text)
    names_secret(text, text)
    assert time.process_time() - start < 5
