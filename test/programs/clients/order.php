<?php
declare(strict_types=1);

$form = http_build_query(['grant_type' => 'client_credentials', 'client_id' => 'sandbox-client', 'client_secret' => 'sandbox-secret']);
$token = call(
    'POST',
    'https://login.example.com/realms/sandbox/protocol/openid-connect/token',
    $form,
    ['Content-Type: application/x-www-form-urlencoded'],
)['access_token'];
$headers = ['Authorization: Bearer ' . $token, 'Content-Type: application/json'];
$order = [
    'amount' => 1500,
    'currency' => 'NGN',
    'reference' => 'fixed-0001',
    'customer_id' => 'cus_adaobi0001',
    'payment_method_id' => 'pmd_card000001',
];
$created = call('POST', 'https://api.example.com/charges', json_encode($order), $headers)['data'];
$read = call('GET', 'https://api.example.com/charges/' . $created['id'], '', $headers)['data'];
echo $read['reference'], ' ', $read['status'], "\n";
