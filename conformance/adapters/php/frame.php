<?php
// The frame of the adapters in PHP: acegate's line protocol around functions from text to text, in UTF-8.
error_reporting(E_ALL & ~E_DEPRECATED);
ini_set('display_errors', 'stderr');

// This request is not for the library to answer.
class Skip extends Exception {}

function points(string $text): array
{
    if (!preg_match('//u', $text)) throw new Exception('the result is not UTF-8: ' . bin2hex($text));
    return array_map(fn ($c) => unpack('N', iconv('UTF-8', 'UTF-32BE', $c))[1], preg_split('//u', $text, -1, PREG_SPLIT_NO_EMPTY));
}

function answer(callable $function, ?array $has, array $request): array
{
    $params = $request['params'] ?? [];
    foreach ($params as $name => $value) {
        if ($has !== null && !in_array($value, $has[$name] ?? [], true)) return ['skip' => "no $name: " . json_encode($value)];
    }
    $given = $request['in']['u'] ?? points($request['in']['t']);
    foreach ($given as $c) {
        if ($c > 0x10FFFF || $c >= 0xD800 && $c < 0xE000) return ['skip' => 'UTF-8 holds no surrogates, and nothing above U+10FFFF'];
    }
    try {
        $result = $function(implode('', array_map(fn ($c) => iconv('UTF-32BE', 'UTF-8', pack('N', $c)), $given)), $params);
        return $result === false ? ['error' => new stdClass] : ['ok' => ['u' => points($result)]];
    } catch (Skip $e) {
        return ['skip' => $e->getMessage()];
    } catch (Throwable $e) {
        return ['crash' => get_class($e) . ': ' . $e->getMessage()];
    }
}

// The functions take a text and the parameters of the request, and refuse by `false`. `$uts46` is what the
// codec of this name declares, if there is one: its operations are the ones for names.
function serve(array $implementation, array $functions, array $support = [], ?array $uts46 = null): void
{
    $codecs = ['punycode' => ['ops' => array_keys($functions), ...$support]];
    if ($uts46) $codecs['uts46'] = ['ops' => ['to-ascii', 'to-unicode'], ...$uts46];
    $hello = ['type' => 'hello', 'protocol' => 1, 'window' => 64, 'values' => ['u'], 'implementation' => ['language' => 'PHP', ...$implementation],
              'codecs' => $codecs];
    while (($line = fgets(STDIN)) !== false) {
        $request = json_decode($line, true);
        $codec = $codecs[$request['codec'] ?? ''] ?? ['ops' => []];
        $has = in_array($request['op'] ?? '', $codec['ops']);
        $reply = ($request['type'] ?? '') === 'hello' ? $hello : ['id' => $request['id'],
            ...($has ? answer($functions[$request['op']], $codec['params'] ?? null, $request) : ['skip' => 'only ' . json_encode($codecs)])];
        fwrite(STDOUT, json_encode($reply, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
    }
}
