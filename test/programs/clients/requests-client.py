import requests

from order import form, order

answer = requests.post("https://login.example.com/realms/sandbox/protocol/openid-connect/token", data=form)
answer.raise_for_status()
session = requests.Session()
session.headers["Authorization"] = "Bearer " + answer.json()["access_token"]
created = session.post("https://api.example.com/charges", json=order)
created.raise_for_status()
read = session.get("https://api.example.com/charges/" + created.json()["data"]["id"]).json()["data"]
print(read["reference"], read["status"])
