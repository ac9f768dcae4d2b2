<?php
declare(strict_types=1);

function call(string $method, string $url, string $body, array $headers): array
{
    $context = stream_context_create([
        'http' => ['method' => $method, 'header' => $headers, 'content' => $body, 'ignore_errors' => true],
    ]);
    $answer = file_get_contents($url, false, $context);
    if ($answer === false || !preg_match('~^HTTP/1\.1 20[01]~', $http_response_header[0])) {
        throw new RuntimeException($answer === false ? 'no answer' : $http_response_header[0] . ' ' . $answer);
    }
    return json_decode($answer, true, 64, JSON_THROW_ON_ERROR);
}

// Without a context of its own, too.
$keys = file_get_contents('https://login.example.com/realms/sandbox/protocol/openid-connect/certs');
if (!isset(json_decode((string) $keys, true)['keys'])) {
    throw new RuntimeException('no keys');
}
require __DIR__ . '/order.php';
