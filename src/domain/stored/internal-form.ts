import * as z from 'zod'
import { type Camel, camelKey } from '../kernel/values.ts'

/**
 * The schema of another schema's output: names in camelCase, milliseconds instead of durations, defaults filled in, and no
 * unknown members. Values from requests and scenario files are stored in that form, so the part of a snapshot that contains
 * them is derived instead of written a second time. Throws an Error for an unsupported kind of schema.
 */
export const internalForm = <S extends z.ZodType>(schema: S): z.ZodType<Camel<NonNullable<z.output<S>>>> =>
  derived(schema instanceof z.ZodOptional ? schema.unwrap() : schema) as never

function derived(schema: z.core.$ZodType): z.core.$ZodType {
  const { def } = schema._zod as unknown as { def: z.core.$ZodTypes['_zod']['def'] }
  switch (def.type) {
    case 'object': {
      // Milliseconds compare like the durations that they stand for, so only names can differ.
      if (def.checks?.length && Object.keys(def.shape).some((name) => camelKey(name) !== name))
        throw new Error('a check across members cannot be converted: it uses their names on the wire')
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
      throw new Error(`a schema of type ${def.type} has no stored form`)
  }
}

/** A schema with its parts replaced and the same checks. */
const changed = (schema: z.core.$ZodType, def: object): z.core.$ZodType => z.core.clone(schema, def as never)
