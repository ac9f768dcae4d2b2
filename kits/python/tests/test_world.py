import base64
import hashlib
import hmac

import pytest

from payment_emulator import EmulatorError

card = {"customer_id": "cus_adaobi0001", "payment_method_id": "pmd_card000001"}
order = {**card, "amount": 1500, "currency": "NGN"}


@pytest.mark.parametrize("reference", ["order-1", "order/1 [é]"])
def test_every_test_has_a_world_of_its_own(world, request, reference):
    assert world.name.startswith("test-every-test-has-a-world-of-its-own")
    assert len(world.name) <= 64
    assert world.request("GET", "/charges") == []
    world.request("POST", "/charges", {**order, "reference": "taken-once"})


def test_a_world_that_the_test_does_not_use_ends_without_an_error(world):
    assert world.name


def test_credentials_and_address_serve_a_program(world):
    assert world.credentials()["clients"][0]["client_id"] == "sandbox-client"
    assert world.url.endswith(f"/w/{world.name}")
    assert world.credentials()["webhook_secret"].startswith("whsec_")


def test_the_clock_is_frozen_and_advanced(world):
    assert world.freeze("2030-01-01T00:00:00Z")["now"] == "2030-01-01T00:00:00.000Z"
    assert world.advance("10m")["now"] == "2030-01-01T00:10:00.000Z"
    assert world.freeze()["now"] == "2030-01-01T00:10:00.000Z"


def test_next_applies_to_one_request_that_matches(world):
    world.next("issuer:do_not_honor", {"reference": "order-2"})
    status = lambda reference: world.request("POST", "/charges", {**order, "reference": reference})["status"]
    assert [status("order-1"), status("order-2"), status("order-3")] == ["succeeded", "failed", "succeeded"]


def test_an_event_is_awaited_by_type_and_reference(world):
    world.freeze()
    for reference in ("order-1", "order-2"):
        world.request("POST", "/charges", {**order, "reference": reference})
    assert world.await_event("charge.completed", "order-1")["data"]["reference"] == "order-1"
    assert world.await_event("charge.completed")["data"]["reference"] == "order-2"


def test_an_event_that_does_not_come_is_an_error_that_says_what_came(world):
    world.request("POST", "/charges", {**order, "reference": "order-1"})
    with pytest.raises(EmulatorError, match="408: .*order-1") as raised:
        world.await_event("charge.completed", "order-9", timeout="10ms")
    assert raised.value.status == 408


def test_a_delivery_without_an_endpoint_is_an_error_that_says_what_to_do(world):
    world.request("POST", "/charges", {**order, "reference": "order-1"})
    with pytest.raises(EmulatorError, match="no endpoint is subscribed to it; .* adds an endpoint"):
        world.await_delivered("charge.completed", timeout="10ms")


def test_a_received_webhook_has_the_bytes_that_are_signed(world):
    url = world.receive_webhooks()
    assert world.receive_webhooks() == url
    assert world.received() == []
    world.request("POST", "/charges", {**order, "reference": "order-1"})
    world.advance("2s")
    assert world.await_delivered("charge.completed") == world.received()[0].event
    (webhook,) = world.received()
    signature = hmac.new(world.credentials()["webhook_secret"].encode(), webhook.body, hashlib.sha256)
    assert webhook.headers["x-webhook-signature"] == base64.b64encode(signature.digest()).decode()
    assert webhook.type == "charge.completed"
    assert repr(webhook) == f"<Webhook charge.completed {webhook.id}>"
    assert webhook.headers["x-emulator-world"] == world.name


def test_pay_takes_a_charge_to_the_response_that_is_asked_for(world):
    key = {"X-Scenario-Key": "scenario:auth_pin"}
    for reference in ("order-1", "order-2"):
        world.request("POST", "/charges", {**order, "reference": reference}, key)
    assert world.pay("order-1")["status"] == "succeeded"
    assert world.pay("order-2", processor_response="do_not_honor")["processor_response"]["type"] == "do_not_honor"


def test_the_timeline_lists_what_the_test_did(world):
    world.request("POST", "/charges", {**order, "reference": "order-1"})
    assert "order-1" in world.timeline()


def test_a_refused_request_is_an_error_with_the_message_of_the_service(world):
    with pytest.raises(EmulatorError, match="/charges answered 400: .*currency: must be") as raised:
        world.request("POST", "/charges", {**order, "reference": "order-1", "currency": "XXX"})
    assert raised.value.body["error"]["type"] == "REQUEST_NOT_VALID"


def test_a_refused_control_call_is_an_error_with_the_message_of_the_emulator(world):
    with pytest.raises(EmulatorError, match="issuer:insufficient_funds"):
        world.next("issuer:insufficient_fund")


def test_a_token_that_has_expired_is_renewed(world):
    world.request("GET", "/charges")
    world.advance("1h")
    assert world.request("GET", "/charges") == []


def test_the_address_of_a_receiver_may_name_this_machine_for_a_container(world):
    assert world.receive_webhooks(host="host.example").startswith("http://host.example:")
