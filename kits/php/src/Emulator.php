<?php

declare(strict_types=1);

namespace PaymentEmulator;

/** An emulator that runs already, or one that is started and stopped again. */
final class Emulator
{
    private static ?self $shared = null;

    /** Its address, without a world. */
    public readonly string $url;

    private readonly ?string $onlyWorld;

    /** @var array<string, string> */
    private array $headers = [];

    private function __construct(string $url, private readonly ?EmulatorProcess $process = null)
    {
        preg_match('~^(.*?)/*(?:/w/([^/]+)/*)?$~', $url, $address, PREG_UNMATCHED_AS_NULL);
        $this->url = $address[1];
        $this->onlyWorld = getenv('EMULATOR_WORLD') ?: $address[2];
        $token = getenv('EMULATOR_CONTROL_TOKEN');
        if ($token) {
            $this->headers['Authorization'] = "Bearer $token";
        }
        try {
            Http::call($this->url, 'GET /_emulator/health', [], $this->headers);
        } catch (EmulatorException $error) {
            $this->close();
            throw $process !== null ? $error : new EmulatorException(
                "{$error->getMessage()} EMULATOR_URL is $url; start an emulator there, or unset it to let the tests start one.",
                $error->status,
                $error->body,
                $error,
            );
        }
    }

    /** Connects to `EMULATOR_URL`, or starts the command in `EMULATOR_COMMAND` (by default `payment-emulator`). */
    public static function start(): self
    {
        $url = getenv('EMULATOR_URL');
        if ($url) {
            return new self($url);
        }
        $process = new EmulatorProcess(getenv('EMULATOR_COMMAND') ?: 'payment-emulator');
        return new self($process->url, $process);
    }

    /** The emulator of this PHP process, started on first use and stopped at the end. */
    public static function shared(): self
    {
        return self::$shared ??= self::start();
    }

    /** Whether this process started the emulator, which then ends with it. */
    public function started(): bool
    {
        return $this->process !== null;
    }

    /**
     * OAuth clients, v3 secret keys, webhook secret and encryption key.
     *
     * @return array<string, mixed>
     */
    public function credentials(): array
    {
        return Http::call($this->url, 'GET /_emulator/credentials', [], $this->headers);
    }

    /** A fresh world, named after `$label` and the worker. The one of EMULATOR_WORLD, reset, if that is set. */
    public function world(string $label = 'test'): World
    {
        if ($this->onlyWorld !== null) {
            $world = new World($this->url, $this->onlyWorld, $this->headers, shared: true);
            $world->reset();
            return $world;
        }
        return new World($this->url, self::freshName($label, getenv('TEST_TOKEN') ?: ''), $this->headers);
    }

    /** Stops the emulator if this process started it. */
    public function close(): void
    {
        $this->process?->stop();
    }

    /** At most 64 letters, digits and hyphens, so that it fits an address. */
    private static function freshName(string $label, string $worker): string
    {
        $slug = static fn (string $text, int $length): string
            => trim(substr(trim(preg_replace('/[^A-Za-z0-9]+/', '-', $text), '-'), 0, $length), '-');
        return implode('-', array_filter([$slug($label, 40) ?: 'test', $slug($worker, 16), bin2hex(random_bytes(3))], 'strlen'));
    }
}
