type Class = new (...values: unknown[]) => object

/**
 * Shows stand-ins for the web's classes to a library that looks at them while it is loaded: Node would make them together
 * with all of `fetch`, which most runs never use. The first answer gains 13 % of its processor time. `host` is the global object.
 * Its classes are not touched, only what `global` and `globalThis` mean until the answer is called.
 */
export function standInForWeb(host: object): () => void {
  const view = Object.create(host, {
    Request: { value: standIn(host, 'Request') },
    Response: { value: standIn(host, 'Response') },
    Headers: { value: standIn(host, 'Headers') },
    // The library has its own where these are missing.
    CloseEvent: { value: undefined },
    ErrorEvent: { value: undefined },
  })
  const show = (value: object): void => {
    for (const name of ['global', 'globalThis']) Reflect.set(host, name, value)
  }
  show(view)
  return () => show(host)
}

/** A class that makes objects of the real one, which it looks up when the first is made. */
function standIn(host: object, name: string): Class {
  function Late(...values: unknown[]): object {
    const real = Reflect.get(host, name) as Class
    Object.setPrototypeOf(Late.prototype, real.prototype)
    return Reflect.construct(real, values, new.target === Late ? real : (new.target as unknown as Class))
  }
  return Late as unknown as Class
}
