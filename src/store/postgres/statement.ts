import { sha256 } from '../../shared/sha256.ts'
import type { Cell, PostgresForm, PostgresValue } from '../store.ts'
import { binaryArray, checkItem, isArrayType, type ArrayType } from './binary-array.ts'

/** A statement in the form that the server takes: values by position, in the order of `names`. */
export interface Statement {
  /** One text, one name: a connection keeps what it has prepared. */
  readonly name: string
  readonly text: string
  readonly names: readonly string[]
  /** The types of its arrays, by name: of those that the text casts, such as `:payer::text[]`. */
  readonly arrays: ReadonlyMap<string, ArrayType>
}

/** A statement with its values. */
export interface Bound {
  readonly statement: Statement
  readonly values: readonly unknown[]
}

/** Literals, comments and casts are not names. */
const tokens = /'(?:[^']|'')*'|--[^\n]*|::|:([a-z][a-z0-9_]*)(?:::([a-z0-9]+)\[\])?/g

/** `WHERE payer = :payer` becomes `WHERE payer = $1`. */
export function statementOf(text: string, name = 'statement'): Statement {
  const names: string[] = []
  const arrays = new Map<string, ArrayType>()
  const positional = text.replaceAll(tokens, (token, name: string | undefined, type: string | undefined) => {
    if (name === undefined) return token
    if (!names.includes(name)) names.push(name)
    if (isArrayType(type)) arrays.set(name, type)
    return `$${names.indexOf(name) + 1}${type === undefined ? '' : `::${type}[]`}`
  })
  return { name: `${name}_${sha256(positional).slice(0, 8)}`, text: positional, names, arrays }
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

/** One input for a statement: its values, in the order of the statement's names. */
export interface Asked {
  readonly statement: Statement
  readonly values: readonly PostgresValue[]
  /** The statement takes a set of inputs. */
  readonly set: boolean
}

export function askedOf<Input, Output>(form: PostgresForm<Input, Output>, name: string, input: Input): Asked {
  const statement = preparedOf(form, name)
  const values = inOrder(statement, form.values(input))
  // A value of the wrong type must not fail those that travel with it.
  if (form.set === true) for (const [index, name] of statement.names.entries()) checkItem(name, statement.arrays.get(name), values[index]!)
  return { statement, values, set: form.set === true }
}

/** The statement of a form with one input, also where the form takes a set. */
export function boundOf<Input, Output>(form: PostgresForm<Input, Output>, name: string, input: Input): Bound {
  return boundAlone(askedOf(form, name, input))
}

export function boundAlone(asked: Asked): Bound {
  if (asked.set) return boundTogether([asked])
  return { statement: asked.statement, values: asked.values.map((value) => (typeof value === 'bigint' ? value.toString() : value)) }
}

/** A statement that takes a set, with these inputs: one array for each value, with an item for each input. */
export function boundTogether(inputs: readonly Asked[]): Bound {
  const { statement } = inputs[0]!
  const values = statement.names.map((name, index) =>
    binaryArray(
      statement.arrays.get(name)!,
      inputs.map(({ values }) => values[index] as Cell),
    ),
  )
  return { statement, values }
}

/**
 * The values of a statement in their order. A missing or a surplus value is a mistake in the code. Without this check a missing
 * value would be stored as NULL, and so would a Date.
 */
function inOrder({ names }: Statement, values: Readonly<Record<string, PostgresValue>>): PostgresValue[] {
  const surplus = Object.keys(values).filter((name) => !names.includes(name))
  if (surplus.length > 0) throw new TypeError(`the statement does not use ${surplus.join(', ')}`)
  return names.map((name) => {
    const value = values[name]
    if (value === null || typeof value === 'string' || typeof value === 'bigint' || value instanceof Uint8Array || isTexts(value))
      return value as PostgresValue
    throw new TypeError(`:${name} is text, bigint, bytes, a list of text or null, not ${Object.prototype.toString.call(value)}`)
  })
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
