import { delimiter } from 'node:path'

/**
 * Loaded before every program, as `sitecustomize`. Many clients of Python use no proxy of the environment; whatever they connect
 * with, they look the host up first. Some have authorities of their own; they trust ours for the mapped hosts, too. The module
 * of that name which Python would have loaded otherwise is loaded then.
 */
export const pythonStart = (hosts: readonly string[], port: number, authority: string): string => `import os
import socket
import sys
from importlib import machinery, util


def map_hosts(hosts, port, authority):
    look_up = socket.getaddrinfo

    def is_mapped(host):
        if isinstance(host, bytes):
            host = host.decode("ascii", "replace")
        if not isinstance(host, str):
            return False
        name = host.lower()
        name = name[:-1] if name.endswith(".") else name
        return any(name.endswith(each[1:]) if each.startswith("*.") else name == each for each in hosts)

    def getaddrinfo(host, given_port, family=0, type=0, proto=0, flags=0):
        if is_mapped(host):
            return look_up("127.0.0.1", port, 0, type, proto, flags)
        return look_up(host, given_port, family, type, proto, flags)

    socket.getaddrinfo = getaddrinfo

    try:
        from ssl import SSLContext
    except ImportError:
        return

    def trusting(wrap):
        def wrapped(self, *args, **named):
            if is_mapped(named.get("server_hostname")):
                self.load_verify_locations(cadata=authority)
            return wrap(self, *args, **named)

        return wrapped

    SSLContext.wrap_socket = trusting(SSLContext.wrap_socket)
    SSLContext.wrap_bio = trusting(SSLContext.wrap_bio)


map_hosts(${JSON.stringify(hosts)}, ${port}, ${JSON.stringify(authority)})

here = os.path.dirname(os.path.abspath(__file__))
found = machinery.PathFinder.find_spec("sitecustomize", [path for path in sys.path if os.path.abspath(path) != here])
if found is not None and found.loader is not None:
    sys.modules["sitecustomize"] = util.module_from_spec(found)
    found.loader.exec_module(sys.modules["sitecustomize"])
`

/** The folders of modules: ours, and those that were given. An empty part would be the working directory. */
export const pythonFolders = (given: string | undefined, folder: string): string =>
  given ? `${folder}${delimiter}${given}` : folder
