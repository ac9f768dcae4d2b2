<?php

declare(strict_types=1);

namespace PaymentEmulator;

/** A webhook as it arrived. */
final class Webhook
{
    /** Id of the event: the same in every copy and retry. */
    public readonly string $id;
    /** Type of the event, such as "charge.completed". */
    public readonly string $type;
    /** @var array<string, mixed> what the event is about */
    public readonly array $data;
    /** @var array<string, mixed> the parsed body */
    public readonly array $event;

    /**
     * @param string $body the body, which the signature is about
     * @param array<string, string> $headers the headers; their names are in lower case
     */
    public function __construct(public readonly string $body, public readonly array $headers)
    {
        $this->event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        ['id' => $this->id, 'type' => $this->type, 'data' => $this->data] = $this->event;
    }
}
