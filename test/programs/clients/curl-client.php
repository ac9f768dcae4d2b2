<?php
declare(strict_types=1);

function call(string $method, string $url, string $body, array $headers): array
{
    $handle = curl_init($url);
    curl_setopt_array($handle, [CURLOPT_CUSTOMREQUEST => $method, CURLOPT_RETURNTRANSFER => true, CURLOPT_HTTPHEADER => $headers]);
    if ($body !== '') {
        curl_setopt($handle, CURLOPT_POSTFIELDS, $body);
    }
    $answer = curl_exec($handle);
    if ($answer === false) {
        throw new RuntimeException(curl_error($handle));
    }
    return json_decode($answer, true, 64, JSON_THROW_ON_ERROR);
}

require __DIR__ . '/order.php';
