"""RFC 3492, sections 4 to 6, line for line, with the annotation of appendix A: slow, plain, and with no eye on any
other code."""


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


def decode(codec, points):  # section 6.2
    n, i, bias, output, rest = codec.initial_n, 0, codec.initial_bias, [], list(points)
    if codec.delimiter in rest:
        last = len(rest) - 1 - rest[::-1].index(codec.delimiter)
        output = [(c if c < 0x80 else codec.fail("not-basic"), 65 <= c <= 90) for c in rest[:last]]
        rest = rest[last + 1:] if last > 0 else rest
    rest.reverse()
    while rest:
        oldi, w, k = i, 1, codec.base
        while True:
            c = rest.pop() if rest else codec.fail("truncated")
            digit = codec.values[c] if c in codec.values else codec.fail("bad-digit")
            i = codec.bound(i + digit * w)
            t = codec.threshold(k, bias)
            if digit < t:
                break
            w, k = codec.bound(w * (codec.base - t)), k + codec.base
        bias = codec.adapt(i - oldi, len(output) + 1, oldi == 0)
        n = codec.bound(n + i // (len(output) + 1))
        i = i % (len(output) + 1)
        output.insert(i, (codec.scalar(n) if n >= 0x80 else codec.fail("basic-inserted"), 65 <= c <= 90))
        i = i + 1
    return [c for c, _ in output], [upper for _, upper in output]


def encode(codec, points, flags=None):  # section 6.3
    n, delta, bias, flags = codec.initial_n, 0, codec.initial_bias, flags or [None] * len(points)
    text = [(codec.scalar(c), flag) for c, flag in zip(points, flags)]
    cased = lambda char, flag: char if flag is None else char.upper() if flag else char.lower()
    output = [cased(chr(c), flag) for c, flag in text if c < 0x80]
    h = b = len(output)
    output += [chr(codec.delimiter)] if b > 0 else []
    while h < len(text):
        m = min(c for c, _ in text if c >= n and c >= 0x80)
        delta, n = codec.bound(delta + (m - n) * (h + 1)), m
        for c, flag in text:
            if c < n:
                delta = codec.bound(delta + 1)
            if c == n:
                q, k, t = delta, codec.base, codec.threshold(codec.base, bias)
                while q >= t:
                    output.append(codec.digits[t + (q - t) % (codec.base - t)])
                    q, k = (q - t) // (codec.base - t), k + codec.base
                    t = codec.threshold(k, bias)
                output.append(cased(codec.digits[q], flag))
                bias = codec.adapt(delta, h + 1, h == b)
                delta, h = 0, h + 1
        delta, n = delta + 1, n + 1
    return [ord(char) for char in output]
