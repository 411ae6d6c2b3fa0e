import { resolvePointer } from '../file/json-schema.ts'

export type Json = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The value that references in a document lead to. */
export function resolved(value: unknown, document: Json): unknown {
  let found = value
  for (let steps = 0; isObject(found) && typeof found['$ref'] === 'string' && steps < 10; steps += 1)
    found = resolvePointer(document, found['$ref'])
  return found
}
