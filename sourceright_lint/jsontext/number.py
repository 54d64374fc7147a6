"""Numbers as JSON text: their exact decimal value, and the shortest text for it.

The shortest text is the one that orjson 3.11.7 and Sourceright's core write: the fewest digits that
read back as the same double, plain notation from 1e-5 up to 1e16, else ``1e+16`` and ``1e-6``.
"""

from __future__ import annotations

_INFINITIES = (float("inf"), float("-inf"))
_LARGEST_EXPONENT_DIGITS = 15
_SURELY_FINITE = 308


def is_integer(text: str) -> bool:
    """Whether a number's text is that of an integer: digits and a sign, nothing else."""
    return "." not in text and "e" not in text and "E" not in text


def number_value(text: str) -> int | float:
    """The plain value: an int for an integer's text, else the nearest double.

    What is beyond the range of doubles becomes an infinity, integers included.
    """
    if not is_integer(text):
        return float(text)
    if len(text) <= _SURELY_FINITE:
        return int(text)
    nearest = float(text)
    return nearest if nearest in _INFINITIES else int(text)


def is_out_of_range(text: str) -> bool:
    """Whether a reader that uses doubles gets an infinity."""
    return (len(text) > _SURELY_FINITE or not is_integer(text)) and float(text) in _INFINITIES


def float_text(value: float) -> str:
    """The shortest text of a finite double."""
    text = repr(value)
    size = abs(value)
    if 1e-4 <= size < 1e16 or size == 0:
        return text
    mantissa, _, exponent = text.partition("e")
    if 1e-5 <= size < 1e-4:
        sign = "-" if value < 0 else ""
        return sign + "0.0000" + mantissa.lstrip("-").replace(".", "")
    return f"{mantissa}e{'+' if size > 1 else '-'}{exponent[1:].lstrip('0')}"


def canonical_number(text: str, as_float: bool = False) -> str:
    """The text that canonical form has for a number.

    Written the shortest way where its exact decimal value stays the same, else as it is. An integer
    stays an integer (``-0`` too), unless ``as_float`` asks for a float.
    """
    if not as_float and is_integer(text):
        return text
    nearest = float(text)
    if nearest in _INFINITIES:
        return text
    shortest = float_text(nearest)
    return shortest if same_value(shortest, text) else text


def same_value(one: str, other: str) -> bool:
    """Whether two number texts have the same exact decimal value, the sign of zero included."""
    return one == other or decimal(one) == decimal(other)


def decimal(text: str) -> tuple[str, str, int | str]:
    """Sign, significant digits and power of ten of a number's text; equal for equal values.

    An exponent too long for arithmetic stays text, so that it equals only itself.
    """
    sign = "-" if text.startswith("-") else ""
    mantissa, _, exponent = text.lower().lstrip("-").partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    significant = digits.rstrip("0")
    if not significant:
        return sign, "", 0
    power = _exponent(exponent)
    if isinstance(power, int):
        power += len(digits) - len(significant) - len(fraction)
    else:
        significant = digits + "/" + str(len(fraction))
    return sign, significant, power


def _exponent(text: str) -> int | str:
    digits = text.lstrip("+-").lstrip("0")
    if len(digits) > _LARGEST_EXPONENT_DIGITS:
        return ("-" if text[0] == "-" else "") + digits
    return -int(digits or "0") if text.startswith("-") else int(digits or "0")
