def wait_for_logs(container, predicate):
    assert predicate in container.log, container.log
