import type { RawInput } from '../../gate/input/input.ts'
import { detailParameter, reasonForNoBrief } from '../../offers/brief/detail.ts'
import type { AnyOffer } from '../../offers/offer.ts'
import { schemasOf } from '../../offers/offer-schemas.ts'
import { member } from '../../payments/wire/fields.ts'
import { expectedAt } from '../../shared/issue-messages.ts'
import { Problem } from '../../shared/problems.ts'
import { readIdempotencyKey } from '../http/read-query.ts'
import { fitArgument } from './fit-argument.ts'
import { isJsonObject, type JsonObject } from './json-object.ts'

type Part = 'path' | 'query' | 'body'

/** The arguments of a tool, and how they become the input of its offer. */
export interface ToolInput {
  /** JSON Schema of the arguments. */
  readonly schema: JsonObject
  /** Arguments of the offer's worked example. */
  readonly example: JsonObject
  /**
   * @throws Problem `invalid_input` for what no request could hold, `invalid_idempotency_key`.
   */
  read(values: JsonObject): { readonly input: RawInput; readonly idempotencyKey: string | null }
  /** The name of the argument that the gate knows as `query.amount`. */
  argumentOf(field: string): string
}

/** The one argument that is about the purchase itself. */
export const keyArgument = 'idempotencyKey'

const keySchema = {
  type: 'string',
  pattern: '^[A-Za-z0-9_-]{8,128}$',
  description:
    'Make up one key for this purchase and send the same key when you retry it: you get the same answer and are not charged again. A new key is a new purchase.',
}

/** How much of the answer is wanted: of every tool whose answer has a short form. */
const detailPlace: Place = {
  argument: detailParameter,
  part: 'query',
  name: detailParameter,
  schema: { type: 'string', enum: ['brief'] },
  required: false,
}

/** The limits that HTTP has for a path parameter and for a URL. */
const maxPathValue = 256
const maxQueryValue = 8_192
const parts: readonly Part[] = ['path', 'query', 'body']

interface Place {
  readonly argument: string
  readonly part: Part
  /** The member of that part; null where the argument is the whole part. */
  readonly name: string | null
  readonly schema: unknown
  readonly required: boolean
}

/** Members of path, query and body as separate arguments, which models fill in best; one argument per part where names would clash. */
export function toolInput(offer: AnyOffer): ToolInput {
  const schemas = schemasOf(offer)
  const flat = parts.flatMap((part) => placesIn(part, schemas[part]))
  const names = new Set([keyArgument, detailParameter, ...flat.map(({ argument }) => argument)])
  const own = names.size === flat.length + 2 ? flat : parts.flatMap((part) => wholePart(part, schemas[part]))
  const places = reasonForNoBrief(offer) === null ? [...own, detailPlace] : own
  const keyed = offer.access.kind !== 'free'
  const shared = definitions(schemas)['$defs'] as JsonObject | undefined
  // A body of which nothing is required is there without arguments too.
  const hasOptionalBody = schemas.body !== undefined && places.every(({ part, required: isRequired }) => part !== 'body' || !isRequired)
  return {
    schema: {
      type: 'object',
      properties: {
        ...Object.fromEntries(places.map((place) => [place.argument, withExample(place, offer)])),
        ...(keyed ? { [keyArgument]: keySchema } : {}),
      },
      ...required(places),
      ...definitions(schemas),
    },
    example: Object.fromEntries(places.flatMap((place) => exampleOf(place, offer).map((value) => [place.argument, value]))),
    read(values) {
      const input = {
        path: {} as Record<string, string>,
        query: {} as Record<string, string>,
        body: (hasOptionalBody ? {} : undefined) as unknown,
      }
      for (const place of places) put(input, place, fitted(place, member(values, place.argument), shared))
      return { input, idempotencyKey: keyed ? readKey(member(values, keyArgument)) : null }
    },
    argumentOf: (field) => argumentOf(places, field),
  }
}

/** One argument for each member, or one for the whole part where it is not an object of named members. */
function placesIn(part: Part, schema: JsonObject | undefined): Place[] {
  if (schema === undefined) return []
  const properties = schema['properties']
  const named = schema['type'] === 'object' && isJsonObject(properties) && !('anyOf' in schema || 'oneOf' in schema || 'allOf' in schema)
  if (!named || (part === 'body' && schema['additionalProperties'] !== undefined && schema['additionalProperties'] !== false)) {
    return wholePart(part, schema)
  }
  const wanted = (schema['required'] ?? []) as readonly string[]
  return Object.entries(properties).map(([name, member]) => ({
    argument: name,
    part,
    name,
    schema: member,
    required: part === 'path' || wanted.includes(name),
  }))
}

function wholePart(part: Part, schema: JsonObject | undefined): Place[] {
  if (schema === undefined) return []
  const { $defs: _, ...rest } = schema
  return [{ argument: part, part, name: null, schema: rest, required: part !== 'query' || schema['required'] !== undefined }]
}

function required(places: readonly Place[]): JsonObject {
  const names = places.filter((place) => place.required).map(({ argument }) => argument)
  return names.length > 0 ? { required: names } : {}
}

/** Shared definitions go to the root of the schema, where references point. */
function definitions(schemas: Readonly<Partial<Record<Part, JsonObject>>>): JsonObject {
  const all = Object.assign({}, ...parts.map((part) => schemas[part]?.['$defs'] ?? {})) as JsonObject
  return Object.keys(all).length > 0 ? { $defs: all } : {}
}

function withExample(place: Place, offer: AnyOffer): unknown {
  const examples = exampleOf(place, offer)
  if (!isJsonObject(place.schema) || examples.length === 0 || 'examples' in place.schema) return place.schema
  return { ...place.schema, examples }
}

/** The worked example's value of an argument: one, or none. */
function exampleOf({ part, name }: Place, offer: AnyOffer): readonly unknown[] {
  const whole: unknown = offer.example[part]
  if (name === null) return whole === undefined ? [] : [whole]
  const value = isJsonObject(whole) ? member(whole, name) : undefined
  return value === undefined ? [] : [value]
}

/** Some hosts send every argument: an optional one that is empty was left out. */
function fitted({ part, schema, required: isRequired }: Place, value: unknown, shared: JsonObject | undefined): unknown {
  if (value === '' && !isRequired) return undefined
  return part === 'body' ? fitArgument(value, schema, shared) : value
}

type Filling = { path: Record<string, string>; query: Record<string, string>; body: unknown }

function put(input: Filling, { argument, part, name, schema }: Place, value: unknown): void {
  if (value === undefined || value === null) return
  if (part === 'body') {
    if (name === null) input.body = value
    else input.body = { ...(input.body as JsonObject | undefined), [name]: value }
    return
  }
  if (name !== null) {
    input[part][name] = textOf(part, argument, value)
    return
  }
  if (!isJsonObject(value)) throw wrong(argument, 'an object')
  for (const inner of Object.keys((schema as { properties?: object }).properties ?? {})) {
    const given = member(value, inner)
    if (given !== undefined && given !== null) input[part][inner] = textOf(part, `${argument}.${inner}`, given)
  }
}

/** Paths and queries are text, but models write numbers as numbers. */
function textOf(part: 'path' | 'query', argument: string, value: unknown): string {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  if (typeof text !== 'string') throw wrong(argument, 'a string')
  // No URL can hold lone surrogates, so no HTTP request could ask for them.
  if (!text.isWellFormed()) throw wrong(argument, 'Unicode text without lone surrogates')
  if (part === 'path' && text === '') throw wrong(argument, 'a value')
  const maxLength = part === 'path' ? maxPathValue : maxQueryValue
  if (text.length > maxLength) throw wrong(argument, `at most ${maxLength} characters`)
  return text
}

function readKey(value: unknown): string | null {
  if (value === undefined || value === null) return null
  return readIdempotencyKey(typeof value === 'string' ? value : '')
}

function argumentOf(places: readonly Place[], field: string): string {
  const [part = '', name = '', ...rest] = field.split('.')
  const place = places.find((one) => one.part === part && one.name === name)
  return place ? [place.argument, ...rest].join('.') : field
}

function wrong(argument: string, expected: string): Problem {
  return new Problem('invalid_input', expectedAt(argument, expected), { field: argument, expected })
}
