"""Make the pictures of the documentation: output of a terminal and pages of the site, in a headless Chromium.

Run as ``python -m tests.screenshots`` after ``make docs``, and look at what it made.
"""

from __future__ import annotations

import html
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from sourceright_lint.commands.demo import CSL, SIDECAR
from tests.tool import environment

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
SITE = ROOT / "site"

_SGR = re.compile("\x1b\\[([0-9;]*)m")
_COLORS = {"31": "#f07178", "32": "#c3e88d", "33": "#ffcb6b", "36": "#89ddff"}
_PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; background: #1b2229; }}
pre {{ margin: 0; padding: 18px 22px; color: #d6deeb; font: 15px/1.42 "DejaVu Sans Mono", monospace; }}
.prompt {{ color: #7fdbca; }}
</style><pre><span class="prompt">$</span> {command}
{output}</pre>"""

TERMINAL = {
    "check.png": (["check", "--select", "csl.doi,sidecar"], 1270),
    "help.png": (["check", "--help"], 820),
}
PAGES = {
    "site-start.png": ("index.html", 1360, 820),
    "site-rule.png": ("rules/sidecar.provider_candidate.invalid.confidence/index.html", 1360, 900),
}


def main() -> int:
    """Write every picture that can be made here."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "references.csl.json").write_text(CSL, encoding="utf-8")
        (folder / "references.verification.json").write_text(SIDECAR, encoding="utf-8")
        for picture, (words, width) in TERMINAL.items():
            page = folder / "page.html"
            page.write_text(terminal(words, folder), encoding="utf-8")
            lines = page.read_text(encoding="utf-8").count("\n") - 3
            _shoot(page.as_uri(), IMAGES / picture, width, 36 + round(lines * 21.3))
    with _served(SITE) as address:
        for picture, (path, width, height) in PAGES.items():
            _shoot(f"{address}/{path}", IMAGES / picture, width, height)
    return 0


@contextmanager
def _served(folder: Path) -> Iterator[str]:
    """The address of a folder: search does not work on files."""

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(folder))

        def log_message(self, *arguments: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()


def terminal(words: list[str], folder: Path) -> str:
    """A page that looks like a terminal in which the tool was run."""
    command = [sys.executable, "-m", "sourceright_lint", *words, "--isolated", "--color", "always"]
    done = subprocess.run(
        command, cwd=folder, env=environment(), capture_output=True, text=True, encoding="utf-8", check=False
    )
    shown = " ".join(["sourceright-lint", *words])
    return _PAGE.format(command=html.escape(shown), output=colored(done.stdout.rstrip("\n")))


def colored(text: str) -> str:
    """Text with the colours of a terminal as HTML."""
    parts, position, opened = [], 0, False
    for match in _SGR.finditer(text):
        parts.append(html.escape(text[position : match.start()]))
        position = match.end()
        if opened:
            parts.append("</span>")
        codes = match[1].split(";")
        opened = codes != ["0"]
        if opened:
            color = next((f"color:{_COLORS[code]};" for code in codes if code in _COLORS), "")
            weight = "font-weight:bold;" if "1" in codes else "opacity:.65;" if "2" in codes else ""
            parts.append(f'<span style="{color}{weight}">')
    return "".join([*parts, html.escape(text[position:]), "</span>" if opened else ""])


def _shoot(address: str, picture: Path, width: int, height: int) -> None:
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if chromium is None:
        raise SystemExit("no Chromium here")
    options = [
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--hide-scrollbars",
        "--virtual-time-budget=6000",
    ]
    size = f"--window-size={width},{height}"
    subprocess.run(
        [chromium, *options, size, f"--screenshot={picture}", address],
        check=True,
        capture_output=True,
        timeout=120,
    )


if __name__ == "__main__":
    sys.exit(main())
