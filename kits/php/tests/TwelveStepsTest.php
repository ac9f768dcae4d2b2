<?php

declare(strict_types=1);

namespace PaymentEmulator\Tests;

use PaymentEmulator\UsesPaymentEmulator;
use PHPUnit\Framework\TestCase;

final class TwelveStepsTest extends TestCase
{
    use UsesPaymentEmulator;

    public function testAnOrderIsPaidDeclinedRetriedAndRefunded(): void
    {
        $world = $this->world();
        $world->freeze();
        $world->receiveWebhooks();
        [$send, $token] = [$world->request(...), ['Authorization' => "Bearer {$world->token()}"]];
        $customer = ['customer_id' => $send('POST', '/customers', ['email' => 'ada@example.com'], $token)['id']];
        $card = ['encrypted_card_number' => '4242424242424242', 'nonce' => 'abcdefabcdef'];
        $card += ['encrypted_expiry_month' => '09', 'encrypted_expiry_year' => '32'];
        $method = $send('POST', '/payment-methods', $customer + ['type' => 'card', 'card' => $card]);
        $order = $customer + ['payment_method_id' => $method['id'], 'amount' => 1500, 'currency' => 'NGN'];
        $first = $send('POST', '/charges', $order + ['reference' => 'order-1'], ['X-Scenario-Key' => 'scenario:auth_pin']);
        $say = fn ($type, $value) => $send('PUT', "/charges/{$first['id']}", ['authorization' => ['type' => $type, $type => $value]]);
        $asked = $say('pin', ['nonce' => 'abcdefghijkl', 'encrypted_pin' => '12345']);
        $this->assertSame(['requires_pin', 'requires_otp'], [$first['next_action']['type'], $asked['next_action']['type']]);
        $this->assertSame('succeeded', $say('otp', ['code' => '123456'])['status']);
        $world->next('issuer:insufficient_funds', ['reference' => 'order-2']);
        $this->assertSame('51', $send('POST', '/charges', $order + ['reference' => 'order-2'])['processor_response']['code']);
        $twice = ['X-Scenario-Key' => 'scenario:auth_pin&webhook:duplicate'];
        $retried = $send('POST', '/charges', $order + ['reference' => 'order-3'], $twice)['id'];
        $this->assertSame('succeeded', $world->pay($retried)['status']);
        $world->advance('2s');
        $id = $world->awaitDelivered('charge.completed', 'order-3')['id'];
        $this->assertSame(2, array_count_values(array_column($world->received(), 'id'))[$id]);
        $this->assertSame('pending', $send('POST', '/refunds', ['charge_id' => $retried, 'amount' => 1500])['status']);
        $world->advance('5s');
        $this->assertSame('succeeded', $world->awaitDelivered('refund.completed', 'order-3')['data']['status']);
    }
}
