<?php

declare(strict_types=1);

namespace PaymentEmulator;

/** A webhook endpoint for tests without a program that has one: a second PHP process, because this one is busy with the test. */
final class Receiver
{
    public readonly string $url;

    /** @var resource */
    private $process;

    /** @var array<int, resource> */
    private array $pipes = [];

    private readonly string $file;

    public function __construct(string $host)
    {
        $this->file = tempnam(sys_get_temp_dir(), 'webhooks');
        $address = in_array($host, ['127.0.0.1', 'localhost'], true) ? '127.0.0.1' : '0.0.0.0';
        $command = [PHP_BINARY, '-n', __DIR__ . '/webhook-endpoint.php', $address, $this->file];
        $this->process = proc_open($command, [['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
        $port = (int) fgets($this->pipes[1]);
        if ($port === 0) {
            throw new EmulatorException('the webhook endpoint of the test did not start');
        }
        $this->url = "http://$host:$port/";
    }

    /** @return list<Webhook> */
    public function webhooks(): array
    {
        $lines = file($this->file, FILE_IGNORE_NEW_LINES);
        return array_map(static function (string $line): Webhook {
            ['body' => $body, 'headers' => $headers] = json_decode($line, true, flags: JSON_THROW_ON_ERROR);
            return new Webhook(base64_decode($body), $headers);
        }, $lines);
    }

    public function close(): void
    {
        // The end of its standard input ends it.
        array_map('fclose', $this->pipes);
        proc_close($this->process);
        unlink($this->file);
    }
}
