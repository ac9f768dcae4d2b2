import http.client
import json
import ssl
import urllib.parse

from order import form, order


def call(connection, method, path, body, headers):
    connection.request(method, path, body, headers)
    return json.load(connection.getresponse())


# Trusts nobody, as a client that has authorities of its own.
login = http.client.HTTPSConnection("login.example.com", context=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
token = call(
    login,
    "POST",
    "/realms/sandbox/protocol/openid-connect/token",
    urllib.parse.urlencode(form),
    {"Content-Type": "application/x-www-form-urlencoded"},
)["access_token"]
api = http.client.HTTPSConnection("api.example.com")
headers = {"Authorization": "Bearer " + token, "Content-Type": "application/json"}
created = call(api, "POST", "/charges", json.dumps(order), headers)["data"]
read = call(api, "GET", "/charges/" + created["id"], None, headers)["data"]
print(read["reference"], read["status"])
