import requests

form = {"grant_type": "client_credentials", "client_id": "sandbox-client", "client_secret": "sandbox-secret"}
answer = requests.post("https://login.example.com/realms/sandbox/protocol/openid-connect/token", data=form)
answer.raise_for_status()
session = requests.Session()
session.headers["Authorization"] = "Bearer " + answer.json()["access_token"]
order = {
    "amount": 1500,
    "currency": "NGN",
    "reference": "fixed-0001",
    "customer_id": "cus_adaobi0001",
    "payment_method_id": "pmd_card000001",
}
created = session.post("https://api.example.com/charges", json=order)
created.raise_for_status()
read = session.get("https://api.example.com/charges/" + created.json()["data"]["id"]).json()["data"]
print(read["reference"], read["status"])
