import { z } from 'zod'
import { type Camel, camelKey } from '../kernel/values.ts'

/**
 * The schema of what another one makes: names in camelCase, milliseconds in the place of durations, every default filled
 * in, and no member beyond those that are known. Values that come from requests and scenario files are stored in that
 * form, so what a snapshot may hold of them is derived and not written a second time. Throws an Error for a kind of
 * schema that it does not know.
 */
export const inside = <S extends z.ZodType>(schema: S): z.ZodType<Camel<NonNullable<z.output<S>>>> =>
  derived(schema instanceof z.ZodOptional ? schema.unwrap() : schema) as never

function derived(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod as unknown as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object': {
      if (def.checks?.length)
        throw new Error('a rule about several members knows their names on the wire only')
      const members = Object.entries(def.shape).map(([name, member]) => [camelKey(name), derived(member)])
      return changed(schema, { ...def, shape: Object.fromEntries(members), catchall: z.never() })
    }
    case 'array':
      return changed(schema, { ...def, element: derived(def.element) })
    case 'union':
      return changed(schema, { ...def, options: def.options.map(derived) })
    case 'optional':
      return changed(schema, { ...def, innerType: derived(def.innerType) })
    case 'default':
      return derived(def.innerType)
    case 'pipe':
      return derived(def.out)
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'record':
      return schema
    default:
      throw new Error(`there is no stored form of a schema of type ${def.type}`)
  }
}

/** A schema with other parts and the same rules. */
const changed = (schema: z.core.$ZodType, def: object): z.core.$ZodType => z.core.clone(schema, def as never)
