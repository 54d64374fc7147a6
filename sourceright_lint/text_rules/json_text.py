"""Text that is JSON, or nearly: encoding, keys, numbers, strings, and what stands around it."""

from __future__ import annotations

from collections.abc import Iterator

from sourceright_lint.rule import Problem, rule
from sourceright_lint.text_rules.subject import Text


@rule("json.encoding", severity="error", scope="text")
def encoding(text: Text) -> Iterator[Problem]:
    """The file is not UTF-8.

    JSON that programs exchange is UTF-8. A byte that is no UTF-8, or a file in UTF-16 as some Windows
    editors save it, is refused by Sourceright and by citation processors. The message names the byte
    offset of the first bad byte, or the encoding that was recognised.

    Fix: none. Only you know which characters the bytes were meant to be; save the file as UTF-8.
    """
    return text.faults("json.encoding")


@rule("json.bom", severity="error", scope="text", fix="safe")
def byte_order_mark(text: Text) -> Iterator[Problem]:
    """The file starts with a byte order mark.

    The three bytes `EF BB BF` before the text are invisible in editors, and many JSON readers refuse
    the file because of them, Sourceright's among them. The rest of the file is checked as usual, and
    columns are counted without the mark.

    Fix: removes exactly these three bytes.
    """
    return text.faults("json.bom")


@rule("json.empty", severity="error", scope="text")
def empty(text: Text) -> Iterator[Problem]:
    """The file is empty.

    An empty file is no JSON. It is usually what an interrupted program or a failed redirection left
    behind. (An empty review queue is a legal JSON Lines file and is not reported.)

    Bad:
    ```json references.csl.json
    ```

    Good:
    ```json references.csl.json
    []
    ```

    Fix: none. Restore the content, for example with `git restore`.
    """
    return text.faults("json.empty")


@rule("json.merge_marker", severity="error", scope="text")
def merge_marker(text: Text) -> Iterator[Problem]:
    """A merge conflict was not resolved.

    Lines that start with `<<<<<<<`, `=======` or `>>>>>>>` are what Git leaves where two branches
    changed the same place. Both versions are there: choose, or keep what both sides added. Markers
    that are quoted inside a string are text and are not reported.

    Bad:
    ```json references.csl.json
    [
    <<<<<<< HEAD
      {"id": "weirs-2019", "type": "book", "title": "Weirs"}
    =======
      {"id": "weirs-2019", "type": "book", "title": "Weirs, second edition"}
    >>>>>>> survey
    ]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "weirs-2019",
        "type": "book",
        "title": "Weirs, second edition"
      }
    ]
    ```

    Fix: none. A person decides. The merge driver that `sourceright-lint install` sets up leaves such
    marks only where two people changed the same field.
    """
    return text.faults("json.merge_marker")


@rule("json.fence", severity="error", scope="text", fix="unsafe")
def fence(text: Text) -> Iterator[Problem]:
    """The JSON is wrapped in a Markdown code fence.

    Lines of three backticks around the JSON come from an answer of a language model that was saved as
    it was. They are no part of the data.

    Fix: with `--unsafe-fixes`, removes both lines of the fence, where JSON and nothing else stands
    between them and nothing stands around them. Other text may matter: remove it by hand.
    """
    return text.faults("json.fence")


@rule("json.duplicate_key", severity="error", scope="text")
def duplicate_key(text: Text) -> Iterator[Problem]:
    """An object has the same key twice.

    Readers keep the last value, or the first, or refuse the file; all but one of the values are lost
    as soon as any tool rewrites it. Keys are compared after their escapes are resolved.

    Bad:
    ```json references.csl.json
    [{"id": "eels", "type": "book", "title": "Eels", "title": "Eels and weirs"}]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "eels",
        "type": "book",
        "title": "Eels and weirs"
      }
    ]
    ```

    Fix: none. Which value is right is for a person. While it is there, the file is not reformatted,
    and nothing in that object is changed.
    """
    return text.faults("json.duplicate_key")


@rule("json.lone_surrogate", severity="error", scope="text")
def lone_surrogate(text: Text) -> Iterator[Problem]:
    r"""A string holds half of a character.

    `\ud83d` without its second half is what is left of an emoji when a program cuts text by length.
    Sourceright refuses the whole file; other readers put a replacement character in its place.

    Bad:
    ```json references.csl.json
    [{"id": "eels", "type": "book", "title": "Eels", "abstract": "cut here \ud83d"}]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "eels",
        "type": "book",
        "title": "Eels",
        "abstract": "not cut 😀"
      }
    ]
    ```

    Fix: none. The missing half is not known. When the file is rewritten for another reason, the
    escape stays as it is.
    """
    return text.faults("json.lone_surrogate")


@rule("json.depth", severity="error", scope="text")
def depth(text: Text) -> Iterator[Problem]:
    """The file is nested too deeply.

    Sourceright reads at most 127 containers inside each other. Deeper nesting is never a
    bibliography; it is a program's mistake, or an attempt to crash a reader.

    Fix: none.
    """
    return text.faults("json.depth")


@rule("json.number.out_of_range", severity="error", scope="text")
def number_out_of_range(text: Text) -> Iterator[Problem]:
    """A number is too large for a reader to hold.

    Sourceright refuses a number that is beyond the range of a double (about 1.8e308); JavaScript
    and Python read it as infinity.

    Bad:
    ```json references.csl.json
    [{"id": "eels", "type": "book", "title": "Eels", "custom": {"weight": 1e400}}]
    ```

    Good:
    ```json references.csl.json
    [
      {
        "id": "eels",
        "type": "book",
        "title": "Eels",
        "custom": {
          "weight": 1e+40
        }
      }
    ]
    ```

    Fix: none. The text of the number is kept as it is.
    """
    return text.faults("json.number.out_of_range")


@rule("json.lines", severity="error", scope="text")
def lines(text: Text) -> Iterator[Problem]:
    """JSON stands where JSON Lines is due, or the reverse.

    A review queue is JSON Lines: one object on each line, no brackets or commas around them. The
    other files are one JSON value each.

    Bad:
    ```jsonl review-queue.jsonl
    [
      {"id": "eels", "review_status": "queued"}
    ]
    ```

    Good:
    ```jsonl review-queue.jsonl
    {"id":"eels","review_status":"queued"}
    ```

    Fix: none.
    """
    return text.faults("json.lines")
