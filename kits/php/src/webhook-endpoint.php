<?php

declare(strict_types=1);

// Answers every webhook with 200 and appends it to a file, one JSON object a line. Prints its port, and ends with its standard input.
[, $address, $file] = $argv;
$server = stream_socket_server("tcp://$address:0", $code, $message);
if ($server === false) {
    fwrite(STDERR, "$message\n");
    exit(1);
}
echo substr(strrchr(stream_socket_get_name($server, false), ':'), 1), "\n";
for (;;) {
    [$ready, $none] = [[$server, STDIN], null];
    stream_select($ready, $none, $none, null);
    if (in_array(STDIN, $ready, true)) {
        exit(0);
    }
    $client = stream_socket_accept($server, 0);
    $headers = [];
    fgets($client);
    while (($line = trim((string) fgets($client))) !== '') {
        [$name, $value] = explode(':', $line, 2);
        $headers[strtolower($name)] = trim($value);
    }
    $body = (string) stream_get_contents($client, (int) ($headers['content-length'] ?? 0));
    // Before the answer, so that a delivered webhook is in the file.
    file_put_contents($file, json_encode(['headers' => $headers, 'body' => base64_encode($body)]) . "\n", FILE_APPEND);
    fwrite($client, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n");
    fclose($client);
}
