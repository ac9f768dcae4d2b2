"""What the programs in Python send: the credentials for a token, and the body of a charge."""

form = {"grant_type": "client_credentials", "client_id": "sandbox-client", "client_secret": "sandbox-secret"}
order = {
    "amount": 1500,
    "currency": "NGN",
    "reference": "fixed-0001",
    "customer_id": "cus_adaobi0001",
    "payment_method_id": "pmd_card000001",
}
