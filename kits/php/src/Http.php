<?php

declare(strict_types=1);

namespace PaymentEmulator;

use LogicException;

/** Requests to an emulator through PHP's own streams, with errors that say what it said. */
final class Http
{
    /** Seconds. Longer than the longest wait of the control interface. */
    private const TIMEOUT = 120;

    /**
     * Sends the request that a literal such as "POST /_emulator/rules {key, when}" describes, filled in with `$values`.
     * Values that are null are not sent.
     *
     * @param array<string, mixed> $values
     * @param array<string, string> $headers
     */
    public static function call(string $address, string $literal, array $values, array $headers, bool $form = false): mixed
    {
        if (!preg_match('/^([A-Z]+) ([^?\s]+)(?:\?(\S+))?(?: \{([^}]*)\})?$/', $literal, $parts, PREG_UNMATCHED_AS_NULL)) {
            throw new LogicException("\"$literal\" is not a call");
        }
        [, $method, $path, $query, $body] = $parts;
        $take = static function (array $names) use (&$values): array {
            $taken = array_intersect_key($values, array_flip($names));
            $values = array_diff_key($values, $taken);
            return array_filter($taken, static fn (mixed $value): bool => $value !== null);
        };
        preg_match_all('/\{(\w+)\}/', $path, $names);
        foreach ($take($names[1]) as $name => $value) {
            $path = str_replace("{{$name}}", rawurlencode((string) $value), $path);
        }
        $parameters = $take(explode('&', $query ?? ''));
        $members = $take(explode(', ', $body ?? ''));
        if ($values !== []) {
            throw new LogicException("\"$literal\" does not name " . implode(', ', array_keys($values)));
        }
        $url = $address . $path . ($parameters === [] ? '' : '?' . http_build_query($parameters));
        if ($form) {
            return self::send($method, $url, http_build_query($members), $headers + ['Content-Type' => 'application/x-www-form-urlencoded']);
        }
        return self::send($method, $url, $body === null ? null : self::json($members), $headers + ['Content-Type' => 'application/json']);
    }

    /**
     * The answer: parsed JSON, or text if it is not JSON. Throws an EmulatorException unless the status is 2xx.
     *
     * @param array<string, string> $headers
     */
    public static function send(string $method, string $url, ?string $body, array $headers): mixed
    {
        $lines = array_map(static fn (string $name, string $value): string => "$name: $value", array_keys($headers), $headers);
        $context = stream_context_create(['http' => [
            'method' => $method,
            'header' => [...$lines, 'Connection: close'],
            'content' => $body ?? '',
            'protocol_version' => 1.1,
            'ignore_errors' => true,
            'follow_location' => 0,
            'timeout' => self::TIMEOUT,
        ]]);
        error_clear_last();
        $stream = @fopen($url, 'r', false, $context);
        $text = $stream === false ? false : stream_get_contents($stream);
        if ($stream === false || $text === false) {
            $reason = preg_replace('/^.*: /s', '', error_get_last()['message'] ?? 'the connection was lost');
            throw new EmulatorException("no answer from $url: $reason. Is payment-emulator running there?");
        }
        // The last status line: there may be others of informational answers.
        $status = 0;
        foreach (stream_get_meta_data($stream)['wrapper_data'] as $line) {
            if (preg_match('/^HTTP\/\S+ (\d{3})/', $line, $found)) {
                $status = (int) $found[1];
            }
        }
        fclose($stream);
        $answer = json_decode($text, true) ?? $text;
        if ($status >= 200 && $status < 300) {
            return $answer;
        }
        throw new EmulatorException("$method $url answered $status: " . self::complaint($answer), $status, $answer);
    }

    /** @param array<mixed> $value an empty one is an object */
    public static function json(array $value): string
    {
        return json_encode($value ?: (object) [], JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION);
    }

    /** The message of an error body in any of its three formats, followed by the invalid fields. */
    private static function complaint(mixed $answer): string
    {
        if (!is_array($answer)) {
            return substr((string) $answer, 0, 500);
        }
        $error = is_array($answer['error'] ?? null) ? $answer['error'] : [];
        $text = $error['message'] ?? $answer['error_description'] ?? $answer['message'] ?? substr(self::json($answer), 0, 500);
        foreach ($error['validation_errors'] ?? [] as ['field_name' => $field, 'message' => $message]) {
            $text .= str_contains($text, $message) ? '' : "; $field: $message";
        }
        return $text;
    }
}
