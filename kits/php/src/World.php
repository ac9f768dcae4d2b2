<?php

declare(strict_types=1);

namespace PaymentEmulator;

/** One world: the data, clock and webhooks of one test. Every method throws an EmulatorException if the emulator refuses. */
final class World
{
    private readonly string $url;
    private ?string $token = null;
    private ?Receiver $receiver = null;

    /** @param array<string, string> $headers of control calls */
    public function __construct(
        string $emulatorUrl,
        public readonly string $name,
        private readonly array $headers,
        private readonly bool $shared = false,
    ) {
        $this->url = "$emulatorUrl/w/" . rawurlencode($name);
    }

    /** Its address: base and auth address of the program under test. */
    public function url(): string
    {
        return $this->url;
    }

    /**
     * OAuth clients, v3 secret keys, webhook secret and encryption key.
     *
     * @return array<string, mixed>
     */
    public function credentials(): array
    {
        return $this->control('GET /_emulator/credentials');
    }

    /**
     * Advances the clock, such as by "10m", and fires every timer that falls due; deliveries are complete after it.
     *
     * @return array<string, mixed>
     */
    public function advance(string $by): array
    {
        return $this->control('POST /_emulator/clock/advance {by}', by: $by);
    }

    /**
     * Freezes the clock, now or at an instant such as "2030-01-01T00:00:00Z"; only `advance` moves it then.
     *
     * @return array<string, mixed>
     */
    public function freeze(?string $at = null): array
    {
        return $this->control('PUT /_emulator/clock {mode, now}', mode: 'frozen', now: $at);
    }

    /**
     * Applies a scenario key to the next request that it is about and that matches `$when`.
     *
     * @param array<string, mixed> $when method, path, reference, customer_id, payment_method_id, payment_method, card, email,
     *     account_number, amount, cents, currency, meta
     * @return array<string, mixed>
     */
    public function next(string $key, array $when = []): array
    {
        return $this->control('POST /_emulator/rules {key, when, count}', key: $key, when: $when ?: null, count: 1);
    }

    /**
     * Waits until an event exists and returns it. If there are several, the newest.
     *
     * @return array<string, mixed>
     */
    public function awaitEvent(string $type, ?string $reference = null, string $timeout = '5s'): array
    {
        return $this->await($type, $reference, $timeout, 'made');
    }

    /**
     * Waits until every subscribed webhook endpoint has answered an event with 200, and returns it.
     *
     * @return array<string, mixed>
     */
    public function awaitDelivered(string $type, ?string $reference = null, string $timeout = '5s'): array
    {
        return $this->await($type, $reference, $timeout, 'delivered');
    }

    /**
     * Plays payer and merchant until the charge is final, and returns the charge. Its reference will do as well.
     *
     * @return array<string, mixed>
     */
    public function pay(string $chargeId, ?string $processorResponse = null): array
    {
        $literal = 'POST /_emulator/charges/{id}/pay {processor_response}';
        return $this->control($literal, id: $chargeId, processor_response: $processorResponse)['charge'];
    }

    /** Everything that happened in this world, as text: requests, webhooks, clock, rules. */
    public function timeline(): string
    {
        return $this->control('GET /_emulator/timeline');
    }

    /** A new access token of the first OAuth client. */
    public function token(): string
    {
        ['client_id' => $id, 'client_secret' => $secret] = $this->credentials()['clients'][0];
        $literal = 'POST /realms/{realm}/protocol/openid-connect/token {grant_type, client_id, client_secret}';
        $values = ['realm' => 'emulator', 'grant_type' => 'client_credentials', 'client_id' => $id, 'client_secret' => $secret];
        return Http::call($this->url, $literal, $values, [], form: true)['access_token'];
    }

    /**
     * Sends a request to the service, with an access token, and returns `data` of the answer.
     *
     * @param array<mixed>|null $body
     * @param array<string, string> $headers
     */
    public function request(string $method, string $path, ?array $body = null, array $headers = []): mixed
    {
        $fresh = $this->token === null;
        $this->token ??= $this->token();
        $sent = $headers + ['Authorization' => "Bearer $this->token", 'Content-Type' => 'application/json'];
        try {
            $answer = Http::send($method, $this->url . $path, $body === null ? null : Http::json($body), $sent);
        } catch (EmulatorException $error) {
            if ($error->status !== 401 || $fresh) {
                throw $error;
            }
            // The token may have expired on the clock that the test advanced.
            $this->token = null;
            return $this->request($method, $path, $body, $headers);
        }
        return is_array($answer) && array_key_exists('data', $answer) ? $answer['data'] : $answer;
    }

    /**
     * Starts a webhook endpoint that answers 200, adds it to this world and returns its address.
     *
     * @param string $host the name at which the emulator reaches this machine, for one that runs in a container
     */
    public function receiveWebhooks(string $host = '127.0.0.1'): string
    {
        if ($this->receiver === null) {
            $this->receiver = new Receiver($host);
            $this->control('POST /_emulator/webhooks/endpoints {url}', url: $this->receiver->url);
        }
        return $this->receiver->url;
    }

    /**
     * What `receiveWebhooks` has received so far, oldest first.
     *
     * @return list<Webhook>
     */
    public function received(): array
    {
        return $this->receiver?->webhooks() ?? [];
    }

    /** Recreates this world from the fixtures. */
    public function reset(): void
    {
        $this->control('POST /_emulator/reset');
        $this->token = null;
    }

    /** Stops what this process runs for the world, and leaves the world as it is. */
    public function close(): void
    {
        $this->receiver?->close();
        $this->receiver = null;
    }

    /** Removes the world, unless it is the one of EMULATOR_WORLD. */
    public function end(): void
    {
        $this->close();
        if ($this->shared) {
            return;
        }
        try {
            $this->control('DELETE /_emulator/worlds/{name}', name: $this->name);
        } catch (EmulatorException $error) {
            // A world that the test has not used does not exist.
            if ($error->status !== 404) {
                throw $error;
            }
        }
    }

    /** @return array<string, mixed> */
    private function await(string $type, ?string $reference, string $timeout, string $until): array
    {
        $literal = 'GET /_emulator/webhooks/events?type&reference&until&wait&limit';
        $found = $this->control($literal, type: $type, reference: $reference, until: $until, wait: $timeout, limit: 1);
        return $found['events'][0]['event'];
    }

    private function control(string $literal, mixed ...$values): mixed
    {
        return Http::call($this->url, $literal, $values, $this->headers);
    }
}
