/**
 * The web's classes, looked up when one of them is first used instead of when the server's library is loaded: node makes
 * them together with its whole `fetch`, which takes it longer than everything else on the way to the first answer, and
 * most runs never need them. Only the bundle uses this (scripts/build.mjs); it puts `web` in the place of the globals.
 */

type Class = new (...values: never[]) => object

const loading: (() => void)[] = []

/** A class that stands for the global one of that name. */
function late(name: 'Request' | 'Response' | 'Headers'): Class {
  let known: Class | undefined
  const real = (): Class => {
    if (known === undefined) {
      known = globalThis[name] as unknown as Class
      Object.setPrototypeOf(Late, known)
      Object.setPrototypeOf(Late.prototype, known.prototype)
    }
    return known
  }
  function Late(...values: unknown[]): object {
    const made = real()
    return Reflect.construct(made, values, new.target === Late ? made : (new.target as unknown as Class))
  }
  Object.defineProperty(Late, Symbol.hasInstance, {
    value(this: unknown, value: unknown): boolean {
      if (this !== Late) return Function.prototype[Symbol.hasInstance].call(this, value)
      // What is asked about for each answer: headers as a plain object are no reason to load anything.
      return isObject(value) && Object.getPrototypeOf(value) !== Object.prototype && value instanceof real()
    },
  })
  loading.push(real)
  return Late as unknown as Class
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

export const web = { Request: late('Request'), Response: late('Response'), Headers: late('Headers') }

/** Looks all of them up now, for those who pass what was made here on to code that compares it with the global classes. */
export function loadWeb(): void {
  for (const load of loading) load()
}
