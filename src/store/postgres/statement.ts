import { sha256 } from '../../shared/sha256.ts'
import type { PostgresForm, PostgresValue } from '../store.ts'

/** A statement in the form that the server takes: values by position, in the order of `names`. */
export interface Statement {
  /** One text, one name: a connection keeps what it has prepared. */
  readonly name: string
  readonly text: string
  readonly names: readonly string[]
}

/** Literals, comments and casts are not names. */
const tokens = /'(?:[^']|'')*'|--[^\n]*|::|:([a-z][a-z0-9_]*)/g

/** `WHERE payer = :payer` becomes `WHERE payer = $1`. */
export function statementOf(text: string, name = 'statement'): Statement {
  const names: string[] = []
  const positional = text.replaceAll(tokens, (token, name: string | undefined) => {
    if (name === undefined) return token
    if (!names.includes(name)) names.push(name)
    return `$${names.indexOf(name) + 1}`
  })
  return { name: `${name}_${sha256(positional).slice(0, 8)}`, text: positional, names }
}

const prepared = new WeakMap<PostgresForm<never, unknown>, Statement>()

/** The statement of a form, made once. */
export function preparedOf<Input, Output>(form: PostgresForm<Input, Output>, name: string): Statement {
  const known = prepared.get(form)
  if (known) return known
  const statement = statementOf(form.text, name)
  prepared.set(form, statement)
  return statement
}

/**
 * The values of a statement in their order. A missing or a surplus value is a mistake in the code. Without this check a missing
 * value would be stored as NULL, and so would a Date.
 */
export function valuesOf({ names }: Statement, values: Readonly<Record<string, PostgresValue>>): unknown[] {
  const surplus = Object.keys(values).filter((name) => !names.includes(name))
  if (surplus.length > 0) throw new TypeError(`the statement does not use ${surplus.join(', ')}`)
  return names.map((name) => {
    const value = values[name]
    if (typeof value === 'bigint') return value.toString()
    if (value === null || typeof value === 'string' || value instanceof Uint8Array || isTexts(value)) return value
    throw new TypeError(`:${name} is text, bigint, bytes, a list of text or null, not ${Object.prototype.toString.call(value)}`)
  })
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
