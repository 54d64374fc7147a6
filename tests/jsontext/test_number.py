"""Number texts: the shortest way, exact values."""

from __future__ import annotations

from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sourceright_lint.jsontext import odd_numbers as module
from sourceright_lint.jsontext.number import (
    canonical_number,
    decimal,
    float_text,
    is_out_of_range,
    number_value,
    same_value,
)
from sourceright_lint.jsontext.odd_numbers import odd_numbers
from tests.jsontext.support import NUMBERS


@given(st.floats(allow_nan=False, allow_infinity=False))
@settings(max_examples=3000)
def test_floats_are_written_as_orjson_does(value: float) -> None:
    assert float_text(value) == orjson.dumps(value).decode()


@pytest.mark.parametrize("exponent", range(-12, 24))
@pytest.mark.parametrize("digits", ["1", "9", "1.5", "1.2345678901234567", "9.999999999999999"])
def test_floats_around_the_changes_of_notation(digits: str, exponent: int) -> None:
    value = float(f"{digits}e{exponent}")
    assert float_text(value) == orjson.dumps(value).decode()
    assert float_text(-value) == orjson.dumps(-value).decode()


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("0", "0"), ("-0", "-0"), ("1", "1"), ("123456789012345678901234567890", "123456789012345678901234567890"),
        ("1.0", "1.0"), ("1.50", "1.5"), ("1E5", "100000.0"), ("1e16", "1e+16"), ("1e15", "1000000000000000.0"),
        ("123e-5", "0.00123"), ("1e-5", "0.00001"), ("0.000001", "1e-6"), ("-0.00", "-0.0"), ("0e400", "0.0"),
        ("0.860000000000000001", "0.860000000000000001"), ("1e400", "1e400"), ("1e-400", "1e-400"),
        ("5e-324", "5e-324"), ("4.9e-324", "4.9e-324"), ("1.7976931348623157e308", "1.7976931348623157e+308"),
        ("2.2250738585072011e-308", "2.2250738585072011e-308"), ("0." + "0" * 38, "0.0"),
        ("1e99999999999999999999", "1e99999999999999999999"), ("0e99999999999999999999", "0.0"),
        ("0.10000000000000000000", "0.1"), ("100000000000000000000000.0", "1e+23"),
    ],
)  # fmt: skip
def test_canonical_numbers(text: str, canonical: str) -> None:
    assert canonical_number(text) == canonical
    assert canonical_number(canonical) == canonical


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("1", "1.0"), ("0", "0.0"), ("-0", "-0.0"), ("-3", "-3.0"), ("9007199254740992", "9007199254740992.0"),
        ("9007199254740993", "9007199254740993"), ("18446744073709551616", "18446744073709551616"),
        ("1" + "0" * 22, "1e+22"), ("9" * 400, "9" * 400), ("1.50", "1.5"),
    ],
)  # fmt: skip
def test_integers_where_floats_are_wanted(text: str, canonical: str) -> None:
    assert canonical_number(text, as_float=True) == canonical


@given(st.sampled_from(NUMBERS), st.sampled_from(NUMBERS))
def test_values_are_compared_exactly(one: str, other: str) -> None:
    if max(map(len, (one, other))) < 20 and "e9999" not in one + other and "e-9999" not in one + other:
        left, right = Decimal(one), Decimal(other)
        assert same_value(one, other) == (left == right and left.is_signed() == right.is_signed())


@given(st.sampled_from(NUMBERS), st.booleans())
def test_no_value_is_changed(text: str, as_float: bool) -> None:
    assert same_value(canonical_number(text, as_float), text)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", 1),
        ("-0", 0),
        ("1.0", 1.0),
        ("1e400", float("inf")),
        ("-" + "9" * 5000, float("-inf")),
        ("9" * 300, int("9" * 300)),
    ],
)
def test_plain_values(text: str, value: float) -> None:
    found = number_value(text)
    assert (type(found), found) == (type(value), value)
    assert is_out_of_range(text) == (value in (float("inf"), float("-inf")))


def test_the_largest_numbers_are_in_range() -> None:
    assert not is_out_of_range("17" + "0" * 307)
    assert is_out_of_range("18" + "0" * 307)
    assert number_value("17" + "0" * 307) == 17 * 10**307


def test_a_million_digits_are_no_trouble() -> None:
    for text in ("9" * 1_000_000, "0." + "9" * 1_000_000, "1e" + "9" * 1_000_000):
        assert canonical_number(text) == text
        assert same_value(text, text)


def is_odd(text: str) -> bool:
    """Whether a number's canonical text is not what orjson makes of it."""
    try:
        return orjson.dumps(orjson.loads(text)).decode() != canonical_number(text)
    except orjson.JSONDecodeError:
        return True


LONG = [
    "12345678901234567",
    "-123456789012345678",
    "0.12345678901234567",
    "1" * 600,
    "-0." + "1" * 300,
    "1e-320",
]
BETWEEN = [",", ", ", ",\n  ", "\n", "]\t[", ' ,"' + "x" * 40 + '",', ',"0e0 -0 ' + "9" * 20 + '",', ',{"a":']


@pytest.mark.parametrize("block", [1, 3, 16, 100, 1 << 18])
@pytest.mark.parametrize("between", BETWEEN)
@pytest.mark.parametrize("around", [("", ""), ("[", "]"), (" ", "\n")], ids=repr)
def test_where_odd_numbers_are(
    monkeypatch: pytest.MonkeyPatch, block: int, between: str, around: tuple[str, str]
) -> None:
    monkeypatch.setattr(module, "_BLOCK", block)
    numbers = [*NUMBERS, *LONG, "0", *reversed(NUMBERS)]
    wanted, text = [], around[0]
    for number in numbers:
        if is_odd(number):
            wanted.append((len(text), len(text) + len(number)))
        text += number + between
    text = text[: -len(between)] + around[1]
    found = odd_numbers(text.encode())
    strings = [place for place in found if place not in wanted]
    assert [place for place in found if place in wanted] == wanted
    assert not strings or '"0e0' in between
    assert found == sorted(set(found))


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "[]", "0", "1.0", '"-0"', "a-0", "-0a", "0e", "1e5x", "-01", "1" * 17 + "x"),
        *("-9223372036854775808", "18446744073709551615"),
    ],
)
def test_where_none_is(text: str) -> None:
    assert odd_numbers(text.encode()) == []


@pytest.mark.parametrize(
    "blocks",
    [
        [],
        [b"1,2,3,4,"],
        [b"1,2,3,45"],
        [b"1,2,3,4,", b"5,6"],
        [b"[\n1\n\n2\n\n", b"3\n]\n"],
        [b"1,\n2345,", b"6\n789,0\n", b"1"],
        [b"1,2345\n", b"67,8901\n", b"2"],
        [b"12345678901,", b"2,3,4,5,", b"6"],
        [b"1234567,", b"1234567,", b"1234567"],
        [b",", b"12345678,", b"9"],
        [b"\n", b"12345678,", b"9"],
        [b"1234567890"],
        [b"1,", b"1234567890123"],
    ],
)
def test_in_which_blocks_numbers_are_looked_for(monkeypatch: pytest.MonkeyPatch, blocks: list[bytes]) -> None:
    """As large as may be, but a block ends behind a comma or a line: larger ones only where there is none."""
    monkeypatch.setattr(module, "_BLOCK", 8)
    data = b"".join(blocks)
    assert [data[start:end] for start, end in module._blocks(data)] == blocks


def test_a_long_number_is_looked_at_once() -> None:
    assert list(module._long_runs(b"0" * 40 + b"," + b"0" * 16 + b"," + b"0" * 17)) == [0, 58]


def exact(text: str) -> tuple[bool, Decimal]:
    value = Decimal(text)
    return value.is_signed(), value.normalize(Context(prec=2000, Emax=MAX_EMAX, Emin=MIN_EMIN))


SPELLINGS = [
    *(
        "1",
        "1.0",
        "1.00",
        "10e-1",
        "0.1e1",
        "0.10E+1",
        "1e0",
        "-1",
        "-1.0",
        "-10e-1",
        "10",
        "1e1",
        "1e+1",
        "100e-1",
    ),
    *(
        "0",
        "-0",
        "0.0",
        "-0.0",
        "0e5",
        "-0e-5",
        "0.00e7",
        "1e-1",
        "0.1",
        "0.01",
        "1e-2",
        "101",
        "1010e-1",
        "1.01e2",
    ),
    *(
        "1e10",
        "1e010",
        "1e+010",
        "1e-10",
        "1e-010",
        "0.0000000001",
        "10000000000",
        "1e100",
        "1e-100",
        "11e-1",
        "1.1",
    ),
    *("1e999999999999999", "10e999999999999998", "1e-999999999999999", "0.1e-999999999999998"),
    *("1e99999999999999", "10e99999999999998", "1e-99999999999999", "0.1e-99999999999998"),
]


@pytest.mark.parametrize("one", [*SPELLINGS, *(text for text in NUMBERS if "e99999999" not in text)])
def test_equal_numbers(one: str) -> None:
    for other in SPELLINGS:
        assert same_value(one, other) == (exact(one) == exact(other)), other
        assert same_value(other, one) == same_value(one, other)


HUGE = "99999999999999999999"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (f"1e{HUGE}", f"1E+{HUGE}", True),
        (f"1e{HUGE}", f"1e0{HUGE}", True),
        (f"1e-{HUGE}", f"1e-0{HUGE}", True),
        (f"1e{HUGE}", f"1e-{HUGE}", False),
        (f"1e{HUGE}", f"-1e{HUGE}", False),
        (f"1e{HUGE}", f"1e{HUGE}0", False),
        (f"1e{HUGE}", f"2e{HUGE}", False),
        (f"12e{HUGE}", f"1.2e{HUGE}", False),
        (f"1e{HUGE}", "1e9", False),
        (f"0e{HUGE}", "0.0", True),
        (f"-0e{HUGE}", "0", False),
        (f"-0e-{HUGE}", "-0.0e5", True),
    ],
)
def test_exponents_beyond_arithmetic(one: str, other: str, same: bool) -> None:
    assert same_value(one, other) == same_value(other, one) == same


@pytest.mark.parametrize(
    ("text", "sign", "digits", "power"),
    [
        ("0", "", "", 0),
        ("-0.00e7", "-", "", 0),
        ("12", "", "12", 0),
        ("-1200", "-", "12", 2),
        ("0.0120", "", "12", -3),
        ("-1.20E-3", "-", "12", -4),
        ("120e+5", "", "12", 6),
        ("1e1000000", "", "1", 10**6),
        ("1e" + "0" * 5000 + "7", "", "1", 7),
        ("1e-" + "0" * 5000 + "7", "", "1", -7),
        ("1e+" + "0" * 5000, "", "1", 0),
        ("1e-00", "", "1", 0),
    ],
)
def test_a_number_as_digits_and_power(text: str, sign: str, digits: str, power: int) -> None:
    assert decimal(text) == (sign, digits, power)


@pytest.mark.parametrize(
    ("exponent", "power"),
    [(HUGE, HUGE), (f"+{HUGE}", HUGE), (f"-{HUGE}", f"-{HUGE}"), (f"-00{HUGE}", f"-{HUGE}")],
)
def test_a_power_beyond_arithmetic_stays_text(exponent: str, power: str) -> None:
    sign, digits, told = decimal(f"-1.2e{exponent}")
    assert (sign, told) == ("-", power)
    assert digits.startswith("12")


def test_integers_at_the_end_of_doubles() -> None:
    for digits in (307, 308, 309, 310):
        for text in ("1" + "0" * (digits - 1), "9" * digits, "-" + "9" * digits):
            nearest = float(text)
            wanted = nearest if nearest in (float("inf"), float("-inf")) else int(text)
            assert number_value(text) == wanted
            assert type(number_value(text)) is type(wanted)
            assert is_out_of_range(text) == isinstance(wanted, float)
