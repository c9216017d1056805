<?php
// UTS 46 with the flags of the extension intl, for both adapters in PHP that have them.

// The parameters of its flags. Hyphens (8, 16, 32) and lengths (1, 2, 4) have none: callers that allow them
// leave these errors aside.
const PARAMS = ['check-hyphens' => [true, false], 'check-bidi' => [true, false], 'check-joiners' => [true, false],
                'std3' => [true, false], 'verify-dns-length' => [true, false], 'transitional' => [false, true]];

function with_flags(callable $convert): callable
{
    return function ($text, $params) use ($convert) {
        $is = fn ($name) => $params[$name] ?? PARAMS[$name][0];
        $flags = ($is('std3') ? 2 : 0) | ($is('check-bidi') ? 4 : 0) | ($is('check-joiners') ? 8 : 0) | ($is('transitional') ? 0 : 16 | 32);
        $info = $convert($text, $flags);
        $left = $info['errors'] & ~(($is('check-hyphens') ? 0 : 8 | 16 | 32) | ($is('verify-dns-length') ? 0 : 1 | 2 | 4));
        return $left ? false : $info['result'];
    };
}

// The newest version of Unicode whose new letters are taken.
function newest(callable $takes): string
{
    $letters = ['18' => 0x11B0A, '17' => 0xC5C, '16' => 0x1C8A, '15.1' => 0x2EBF0, '15.0' => 0x11F02, '14' => 0xC5D, '13' => 0xD04];
    foreach ($letters as $version => $letter) {
        if ($takes(mb_chr($letter), [])) return (string) $version;
    }
    return '12.1';
}
