import type { AnyOffer } from '../../../offers/offer.ts'
import { schemasOf } from '../../../offers/offer-schemas.ts'
import { isMembers, wordsFor, type Members } from '../answers/shapes.ts'

/** One field of the form that is made from an offer's schemas. */
export interface FormField {
  /** Where its value goes: `path.symbol`, `query.fiat`, `body.text`; `body` for a body that is not an object. */
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly required: boolean
  /** How the value is written in a body: as text, as a number, as JSON … */
  readonly kind: 'text' | 'number' | 'boolean' | 'json'
  /** The values that it takes, where these are few; empty for any. */
  readonly choices: readonly string[]
  readonly long: boolean
  /** What the example has there. */
  readonly value: string
}

/** The fields of an offer's input, in the order of path, query and body. */
export function formFields(offer: AnyOffer): readonly FormField[] {
  const schemas = schemasOf(offer)
  const { example } = offer
  const path = fieldsOf('path', schemas.path, example.path)
  const query = fieldsOf('query', schemas.query, example.query)
  if (!schemas.body || example.body === undefined) return [...path, ...query]
  const members = fieldsOf('body', schemas.body, isMembers(example.body) ? example.body : undefined)
  const body: FormField = { ...wholeBody, value: JSON.stringify(example.body, null, 2) }
  return [...path, ...query, ...(members.length > 0 ? members : [body])]
}

const wholeBody = { name: 'body', label: 'Body', hint: 'JSON', required: true, kind: 'json', choices: [], long: true } as const

function fieldsOf(part: string, schema: unknown, example: Members | undefined): FormField[] {
  if (!isMembers(schema) || !isMembers(schema['properties'])) return []
  const required = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : []
  return Object.entries(schema['properties']).map(([name, property]) => {
    const told = isMembers(property) ? property : {}
    const kind = part === 'body' ? kindOf(told) : 'text'
    const value = example?.[name]
    return {
      name: `${part}.${name}`,
      label: name,
      hint: hintOf(told),
      required: part === 'path' || required.includes(name),
      kind,
      choices: choicesOf(told),
      long: kind === 'json' || (typeof told['maxLength'] === 'number' && told['maxLength'] > 300) || wordsFor(value).length > 80,
      value: valueIn(kind, value),
    }
  })
}

function kindOf({ type }: Members): FormField['kind'] {
  if (type === 'string') return 'text'
  if (type === 'number' || type === 'integer') return 'number'
  return type === 'boolean' ? 'boolean' : 'json'
}

function valueIn(kind: FormField['kind'], value: unknown): string {
  if (value === undefined) return ''
  return kind === 'json' ? JSON.stringify(value, null, 2) : wordsFor(value)
}

const maxChoices = 40

function choicesOf({ enum: values, type }: Members): readonly string[] {
  if (type === 'boolean') return ['true', 'false']
  if (!Array.isArray(values) || values.length > maxChoices) return []
  return values.filter((value) => typeof value === 'string' || typeof value === 'number').map(String)
}

function hintOf({ description, default: standard, minimum, maximum, maxLength, format }: Members): string {
  const limits =
    minimum !== undefined && maximum !== undefined
      ? `from ${wordsFor(minimum)} to ${wordsFor(maximum)}`
      : maximum !== undefined
        ? `at most ${wordsFor(maximum)}`
        : ''
  const parts = [
    typeof description === 'string' ? description : '',
    limits,
    typeof maxLength === 'number' && maxLength > 300 ? `at most ${maxLength} characters` : '',
    typeof format === 'string' ? format : '',
    standard === undefined ? '' : `default ${JSON.stringify(standard)}`,
  ]
  return parts.filter((part) => part !== '').join(' · ')
}
