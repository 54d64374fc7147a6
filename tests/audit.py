"""Known vulnerabilities of the locked dependencies, asked of pip-audit; where no service answers, it says so.

``python tests/audit.py PYTHON LOCK ...``, with the interpreter of an environment that has pip-audit.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

UNREACHABLE = (
    "ConnectionError",
    "ServiceError",
    "Max retries",
    "timed out",
    "HTTPError",
    "Failed to resolve",
)


KNOWN = "urllib3==1.24.1"
"""A version with vulnerabilities that every service has known for years."""


def main(python: str, *locks: str) -> int:
    """1 where a vulnerability is known, or an audit itself failed for another reason than the network."""
    if not knows_any(python):
        print(f"audit: the service tells no vulnerability of {KNOWN}, so it knows none; nothing was checked")
        return 0
    return max([audit(python, lock) for lock in locks])


def knows_any(python: str) -> bool:
    """Whether what is asked knows of vulnerabilities at all: a mirror of the index need not."""
    with tempfile.TemporaryDirectory() as folder:
        lock = Path(folder, "known.txt")
        lock.write_text(f"{KNOWN}\n", encoding="utf-8")
        command = [python, "-m", "pip_audit", "--disable-pip", "--no-deps", "--requirement", str(lock)]
        done = subprocess.run(
            [*command, "--format", "json", "--timeout", "20"], capture_output=True, text=True, check=False
        )
    return '"id"' in done.stdout


def audit(python: str, lock: str) -> int:
    """As ``main``, of one lock."""
    command = [python, "-m", "pip_audit", "--disable-pip", "--require-hashes", "--requirement", lock]
    done = subprocess.run(
        [*command, "--format", "json", "--timeout", "20"], capture_output=True, text=True, check=False
    )
    try:
        dependencies = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        if any(word in done.stderr for word in UNREACHABLE):
            print(f"audit: {lock}: no service with known vulnerabilities can be reached; nothing was checked")
            return 0
        print(done.stderr[-2000:], file=sys.stderr)
        return 1
    known = [(each, found) for each in dependencies for found in each.get("vulns", ())]
    for each, found in known:
        mended = ", ".join(found["fix_versions"])
        print(f"audit: {lock}: {each['name']} {each['version']}: {found['id']}, mended in {mended}")
    print(f"audit: {lock}: {len(dependencies)} locked packages, {len(known)} known vulnerabilities")
    return int(bool(known))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
