"""RFC 3492, section 6.3, line for line, with the annotation of appendix A beside it."""
from bootstring import Bootstring


def encode(codec: Bootstring, points, flags=None):
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
