/** The classes that Node makes together with all of `fetch` when one of them is first looked at. */
const names = ['Request', 'Response', 'Headers', 'CloseEvent']

/**
 * Puts stand-ins for the web's classes into the global object, as long as a library is loaded that looks at them; each makes
 * an object of the real class when it is first used. The answer puts everything back as it was. Classes that are there
 * already stay.
 */
export function standInForWeb(host: object): () => void {
  const kept = names
    .map((name) => [name, Object.getOwnPropertyDescriptor(host, name)] as const)
    .filter(([, descriptor]) => descriptor?.get !== undefined)
  for (const [name] of kept)
    Object.defineProperty(host, name, { value: standIn(host, name), configurable: true })
  return () => {
    for (const [name, descriptor] of kept) Object.defineProperty(host, name, descriptor as PropertyDescriptor)
  }
}

type Class = new (...values: unknown[]) => object

function standIn(host: object, name: string): Class {
  function Late(...values: unknown[]): object {
    const real = Reflect.get(host, name) as Class
    Object.setPrototypeOf(Late.prototype, real.prototype)
    return Reflect.construct(real, values, new.target === Late ? real : (new.target as unknown as Class))
  }
  return Late as unknown as Class
}
