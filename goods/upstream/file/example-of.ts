import { parametersOf, takesBody } from '../door.ts'
import { madeUpExample } from './made-up-example.ts'
import type { JsonSchema } from './json-schema.ts'
import type { OfferRow } from './offers-file.ts'
import type { RouteText } from './route-text.ts'

type Shapes = Pick<OfferRow, 'parameters' | 'query' | 'body' | 'example'>

/** The example of a row, with made-up values where the file has none. */
export function exampleOf({ example, parameters, query: shape, body: bodyShape }: Shapes, { method, template }: RouteText) {
  const names = parametersOf(template)
  const { path = Object.fromEntries(names.map((name) => [name, textFor(parameters[name])])), body, answer } = example
  const query = example.query ?? queryFor(shape?.schema)
  return {
    ...(names.length > 0 ? { path } : {}),
    ...(query ? { query } : {}),
    ...(takesBody(method) ? { body: body ?? (bodyShape?.schema ? madeUpExample(bodyShape.schema) : {}) } : {}),
    ...(answer === undefined ? {} : { answer }),
  }
}

/** A value of a parameter. */
export function textFor(schema: JsonSchema | undefined): string {
  if (schema === undefined) return 'example'
  const text = textOf(madeUpExample(schema))
  return text === '' ? 'example' : text
}

/** Parameters that are required; undefined where none is. */
function queryFor(schema: JsonSchema | undefined): Record<string, string> | undefined {
  const made = schema === undefined ? {} : madeUpExample({ ...schema, example: undefined })
  const members = typeof made === 'object' && made !== null ? Object.entries(made) : []
  return members.length === 0 ? undefined : Object.fromEntries(members.map(([name, value]) => [name, textOf(value)]))
}

/** As it stands in a path or a query; empty for what has no such form. */
function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}
