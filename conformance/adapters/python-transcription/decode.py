"""RFC 3492, section 6.2, line for line, with the annotation of appendix A beside it."""
from bootstring import Bootstring


def decode(codec: Bootstring, points):
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
