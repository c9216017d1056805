"""RFC 3492, sections 4, 5 and 6.1, line for line: slow, plain, and with no eye on any other code."""


class Fail(Exception):
    """Where the pseudocode says to fail; the argument is the kind."""


class Bootstring:
    def __init__(self, base=36, tmin=1, tmax=26, skew=38, damp=700, initial_bias=72, initial_n=0x80,
                 delimiter="-", digits="abcdefghijklmnopqrstuvwxyz0123456789", width=32, fold=True):
        self.base, self.tmin, self.tmax, self.skew, self.damp = base, tmin, tmax, skew, damp
        self.initial_bias, self.initial_n = initial_bias, initial_n
        self.delimiter, self.maxint, self.values = ord(delimiter), 2 ** width - 1, {}
        fold = fold and len(set(digits.lower())) == len(digits)
        self.digits = digits.lower() if fold else digits
        for value, digit in enumerate(digits):  # section 5: both cases of a letter have one value
            for form in {digit, digit.lower(), digit.upper()} if fold else {digit}:
                self.values[ord(form)] = value

    def bound(self, number):
        return number if number <= self.maxint else self.fail("overflow")

    def fail(self, kind):
        raise Fail(kind)

    def scalar(self, n):
        """Section 5 writes Unicode text: code points of Unicode, and not the halves of UTF-16."""
        return self.fail("surrogate") if 0xD800 <= n < 0xE000 else self.fail("out-of-range") if n > 0x10FFFF else n

    def adapt(self, delta, numpoints, firsttime):  # section 6.1
        delta = delta // self.damp if firsttime else delta // 2
        delta = delta + delta // numpoints
        k = 0
        while delta > ((self.base - self.tmin) * self.tmax) // 2:
            delta = delta // (self.base - self.tmin)
            k = k + self.base
        return k + ((self.base - self.tmin + 1) * delta) // (delta + self.skew)

    def threshold(self, k, bias):
        return self.tmin if k <= bias else self.tmax if k >= bias + self.tmax else k - bias
