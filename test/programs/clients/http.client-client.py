import http.client
import json
import ssl
import urllib.parse


def call(connection, method, path, body, headers):
    connection.request(method, path, body, headers)
    return json.load(connection.getresponse())


# Trusts nobody, as a client that has authorities of its own.
login = http.client.HTTPSConnection("login.example.com", context=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
form = {"grant_type": "client_credentials", "client_id": "sandbox-client", "client_secret": "sandbox-secret"}
token = call(
    login,
    "POST",
    "/realms/sandbox/protocol/openid-connect/token",
    urllib.parse.urlencode(form),
    {"Content-Type": "application/x-www-form-urlencoded"},
)["access_token"]
api = http.client.HTTPSConnection("api.example.com")
headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
order = {
    "amount": 1500,
    "currency": "NGN",
    "reference": "fixed-0001",
    "customer_id": "cus_adaobi0001",
    "payment_method_id": "pmd_card000001",
}
created = call(api, "POST", "/charges", json.dumps(order), headers)["data"]
read = call(api, "GET", "/charges/" + created["id"], None, headers)["data"]
print(read["reference"], read["status"])
