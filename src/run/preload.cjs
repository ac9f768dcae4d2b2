// Loaded by Node before a program that runs under `payment-emulator run`, and in its worker threads: Node 20 loads what
// --require names there, and not what --import names. Plain JavaScript that needs nothing but Node.
const { syncBuiltinESMExports } = require('node:module')
const net = require('node:net')
const tls = require('node:tls')

/**
 * Makes connections to the mapped hosts go to a port of this machine, for clients that know nothing of proxies, and trusts
 * the certificates there, for clients that have authorities of their own. If `offline`, so do TLS connections and those to
 * port 80 of all hosts but this machine: the proxy refuses them.
 *
 * @param {{ hosts: string[], port: number, authority: string, offline: boolean }} settings
 */
function mapHosts({ hosts, port, authority, offline }) {
  /** @param {unknown} host */
  const isMapped = (host) => {
    if (typeof host !== 'string') return false
    const name = host.toLowerCase().replace(/\.$/, '')
    return hosts.some((mapped) =>
      mapped.startsWith('*.') ? name.endsWith(mapped.slice(1)) : name === mapped,
    )
  }

  /** @param {unknown} host */
  const isRefused = (host) =>
    offline && typeof host === 'string' && !/^(?:.+\.)?localhost\.?$|^(?:::ffff:)?127\.|^::1$/i.test(host)

  const connectSocket = net.Socket.prototype.connect
  net.Socket.prototype.connect = function (...given) {
    // As its callers pass it: an array of options and a callback, or the arguments of the documented forms.
    const args = Array.isArray(given[0]) ? given[0] : given
    const [first, second] = args
    const options = typeof first === 'object' && first !== null ? first : { port: first, host: second }
    const isWeb = this instanceof tls.TLSSocket || Number(options.port) === 80
    const isOurs = isMapped(options.host) || (isWeb && isRefused(options.host))
    if (!isOurs || options.path) return connectSocket.apply(this, given)
    const { lookup: _lookup, localAddress: _address, family: _family, ...rest } = options
    const callback = args.findLast?.((arg) => typeof arg === 'function') ?? args[args.length - 1]
    return connectSocket.call(
      this,
      { ...rest, host: '127.0.0.1', port },
      ...(typeof callback === 'function' ? [callback] : []),
    )
  }

  const connectTls = tls.connect
  tls.connect = (...given) => {
    const at = given.findIndex((arg) => typeof arg === 'object' && arg !== null)
    const options = at < 0 ? {} : given[at]
    const host = options.servername || options.host || (typeof given[1] === 'string' ? given[1] : undefined)
    if (!isMapped(host) && (options.socket || !isRefused(host))) return connectTls.apply(tls, given)
    const { ca, secureContext } = options
    const trusting = { ...options }
    if (ca) trusting.ca = [ca, authority].flat()
    secureContext?.context.addCACert(authority)
    const args = [...given]
    if (at >= 0) args[at] = trusting
    return connectTls.apply(tls, args)
  }
  syncBuiltinESMExports()
}

module.exports = { mapHosts }
