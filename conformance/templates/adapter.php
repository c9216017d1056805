<?php
// An adapter for acegate in PHP. Fill in the two functions; delete what your library does not have.
ini_set('display_errors', 'stderr');

class NotFilledIn extends Exception {}

$operations = [
    'encode' => fn (string $text) => throw new NotFilledIn(), // the library's calls go here: UTF-8 in, its code out,
    'decode' => fn (string $code) => throw new NotFilledIn(), // or false as a refusal
];
$hello = ['type' => 'hello', 'protocol' => 1, 'window' => 64, 'values' => ['u'],
          'implementation' => ['name' => 'mine', 'version' => '0.1', 'language' => 'PHP'],
          'codecs' => ['punycode' => ['ops' => array_keys($operations)]]];

function answer(callable $operation, array $points): array
{
    foreach ($points as $c) {
        if ($c > 0x10FFFF || $c >= 0xD800 && $c < 0xE000) return ['skip' => 'UTF-8 holds no surrogates, and nothing above U+10FFFF'];
    }
    try {
        $result = $operation(iconv('UTF-32BE', 'UTF-8', pack('N*', ...$points)));
        if ($result === false) return ['error' => new stdClass];
        return ['ok' => ['u' => array_values(unpack('N*', iconv('UTF-8', 'UTF-32BE', $result)))]];
    } catch (NotFilledIn) {
        return ['skip' => 'not filled in yet'];
    } catch (InvalidArgumentException | OutOfRangeException $e) { // which exceptions are refusals, and not faults
        return ['error' => ['message' => $e->getMessage()]];
    } catch (Throwable $e) {
        return ['crash' => get_class($e) . ': ' . $e->getMessage()];
    }
}

while (($line = fgets(STDIN)) !== false) {
    $request = json_decode($line, true);
    $operation = ($request['codec'] ?? '') === 'punycode' ? $operations[$request['op']] ?? null : null;
    $reply = ($request['type'] ?? '') === 'hello' ? $hello : ['id' => $request['id'],
        ...($operation ? answer($operation, $request['in']['u']) : ['skip' => 'only punycode encode and decode'])];
    fwrite(STDOUT, json_encode($reply, JSON_INVALID_UTF8_SUBSTITUTE) . "\n");
}
