package paymentemulator_test

import (
	"testing"

	kit "payment-emulator/paymentemulator"
)

func TestAnOrderIsPaidDeclinedRetriedAndRefunded(t *testing.T) {
	world := kit.New(t).Freeze().ReceiveWebhooks()
	send, bearer := world.Request, kit.Headers{"Authorization": "Bearer " + world.Token()}
	customer := send("POST", "/customers", kit.Data{"email": "ada@example.com"}, bearer)["id"]
	card := kit.Data{"encrypted_card_number": "4242424242424242", "encrypted_expiry_month": "09",
		"encrypted_expiry_year": "32", "nonce": "abcdefabcdef"}
	method := send("POST", "/payment-methods", kit.Data{"type": "card", "customer_id": customer, "card": card})["id"]
	order := kit.Data{"amount": 1500, "currency": "NGN", "customer_id": customer, "payment_method_id": method}
	first := send("POST", "/charges", order.With("reference", "order-1"), kit.Key("scenario:auth_pin"))
	equal(t, first.Text("next_action.type"), "requires_pin")
	pin := kit.Data{"type": "pin", "pin": kit.Data{"nonce": "abcdefghijkl", "encrypted_pin": "12345"}}
	asked := send("PUT", "/charges/"+first.Text("id"), kit.Data{"authorization": pin})
	equal(t, asked.Text("next_action.type"), "requires_otp")
	otp := kit.Data{"authorization": kit.Data{"type": "otp", "otp": kit.Data{"code": "123456"}}}
	equal(t, send("PUT", "/charges/"+first.Text("id"), otp).Text("status"), "succeeded")
	world.Next("issuer:insufficient_funds", kit.When{"reference": "order-2"})
	declined := send("POST", "/charges", order.With("reference", "order-2"))
	equal(t, declined.Text("processor_response.type"), "insufficient_funds")
	retried := send("POST", "/charges", order.With("reference", "order-3"), kit.Key("scenario:auth_pin&webhook:duplicate"))
	equal(t, world.Pay(retried.Text("id")).Text("status"), "succeeded")
	event := world.Advance("2s").AwaitDelivered("charge.completed", "order-3")
	equal(t, event.Data.Text("status"), "succeeded")
	equal(t, world.Received("order-3").IDs(), []string{event.ID, event.ID})
	equal(t, send("POST", "/refunds", kit.Data{"charge_id": retried["id"], "amount": 1500}).Text("status"), "pending")
	equal(t, world.Advance("5s").AwaitDelivered("refund.completed", "order-3").Data.Text("status"), "succeeded")
}
