def test_an_order_is_paid_declined_retried_and_refunded(world):
    world.freeze()
    world.receive_webhooks()
    send, token = world.request, {"Authorization": f"Bearer {world.token()}"}
    customer = {"customer_id": send("POST", "/customers", {"email": "ada@example.com"}, token)["id"]}
    card = {"encrypted_card_number": "4242424242424242", "encrypted_expiry_month": "09", "encrypted_expiry_year": "32"}
    method = send("POST", "/payment-methods", customer | {"type": "card", "card": card | {"nonce": "abcdefabcdef"}})
    order = customer | {"amount": 1500, "currency": "NGN", "payment_method_id": method["id"]}
    first = send("POST", "/charges", order | {"reference": "order-1"}, {"X-Scenario-Key": "scenario:auth_pin"})
    assert first["next_action"]["type"] == "requires_pin"
    pin = {"authorization": {"type": "pin", "pin": {"nonce": "abcdefghijkl", "encrypted_pin": "12345"}}}
    assert send("PUT", f"/charges/{first['id']}", pin)["next_action"]["type"] == "requires_otp"
    otp = {"authorization": {"type": "otp", "otp": {"code": "123456"}}}
    assert send("PUT", f"/charges/{first['id']}", otp)["status"] == "succeeded"
    world.next("issuer:insufficient_funds", {"reference": "order-2"})
    assert send("POST", "/charges", order | {"reference": "order-2"})["processor_response"]["code"] == "51"
    duplicate = {"X-Scenario-Key": "scenario:auth_pin&webhook:duplicate"}
    retried = send("POST", "/charges", order | {"reference": "order-3"}, duplicate)["id"]
    assert world.pay(retried)["status"] == "succeeded"
    world.advance("2s")
    event = world.await_delivered("charge.completed", reference="order-3")
    assert [webhook.id for webhook in world.received()].count(event["id"]) == 2
    assert send("POST", "/refunds", {"charge_id": retried, "amount": 1500})["status"] == "pending"
    world.advance("5s")
    assert world.await_delivered("refund.completed", reference="order-3")["data"]["status"] == "succeeded"
