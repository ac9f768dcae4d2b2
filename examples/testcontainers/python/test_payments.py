"""The shop's payment tests, with the packages of requirements.txt."""

import uuid

import pytest
import requests
from testcontainers.core.container import DockerContainer
from testcontainers.core.waiting_utils import wait_for_logs


@pytest.fixture(scope="session")
def emulator():
    # For webhooks to a server of the test: .with_kwargs(extra_hosts={"host.docker.internal": "host-gateway"}) and
    # http://host.docker.internal:{port}/… as the endpoint.
    with DockerContainer("payment-emulator").with_exposed_ports(4290) as container:
        wait_for_logs(container, '"event":"ready"')
        yield f"http://{container.get_container_host_ip()}:{container.get_exposed_port(4290)}"


@pytest.fixture
def world(emulator):
    """A world of its own for each test: its base and auth address. Nothing has to be cleaned up."""
    return f"{emulator}/w/{uuid.uuid4()}"


def authorization(world):
    response = requests.post(
        f"{world}/realms/shop/protocol/openid-connect/token",
        data={
            "grant_type": "client_credentials",
            "client_id": "sandbox-client",
            "client_secret": "sandbox-secret",
        },
        timeout=10,
    )
    response.raise_for_status()
    return {"Authorization": f"Bearer {response.json()['access_token']}"}


def test_an_expired_token_is_refused(world):
    headers = authorization(world)
    assert requests.get(f"{world}/charges", headers=headers, timeout=10).status_code == 200

    # A token lives for 10 minutes; advancing the clock replaces waiting.
    requests.post(f"{world}/_emulator/clock/advance", json={"by": "11m"}, timeout=10).raise_for_status()

    assert requests.get(f"{world}/charges", headers=headers, timeout=10).status_code == 401
    assert requests.get(f"{world}/charges", headers=authorization(world), timeout=10).status_code == 200


def test_a_card_is_declined_for_lack_of_funds_and_the_shop_is_told(world):
    response = requests.post(
        f"{world}/charges",
        headers=authorization(world) | {"X-Scenario-Key": "issuer:insufficient_funds"},
        json={
            "amount": 1500,
            "currency": "NGN",
            "reference": "order-0001",
            "customer_id": "cus_adaobi0001",
            "payment_method_id": "pmd_card000001",
        },
        timeout=10,
    )
    assert response.status_code == 201
    assert response.json()["data"]["processor_response"]["code"] == "51"

    # Returns once the shop was notified; without an endpoint, as here, once the event was created.
    told = requests.get(
        f"{world}/_emulator/webhooks/events",
        params={"type": "charge.completed", "reference": "order-0001", "wait": "5s"},
        timeout=10,
    )
    assert told.status_code == 200, told.text
    assert told.json()["events"][0]["event"]["data"]["status"] == "failed"
