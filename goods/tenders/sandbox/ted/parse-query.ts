import type { SandboxNotice } from '../notices/sandbox-notice.ts'

/** A query in the part of TED's expert syntax that this stand-in knows. */
export interface ExpertQuery {
  /** The earliest day that can match, YYYY-MM-DD. */
  readonly from: string
  readonly descending: boolean
  matches(notice: SandboxNotice): boolean
}

/** Why a query is refused, in TED's form. */
export class QueryRefused extends Error {
  readonly body: unknown
  constructor(message: string, error: { readonly type: string; readonly [member: string]: unknown }) {
    super(message)
    this.body = { message, error }
  }
}

interface Token {
  readonly text: string
  /** From 1. */
  readonly column: number
}

interface Condition {
  /** The earliest day that it lets through; null for any. */
  readonly from: string | null
  matches(notice: SandboxNotice): boolean
}

const token = /\s*(\(|\)|>=|[A-Za-z0-9*-]+|\S)/gy
/** No query of ours is longer. */
const maxLength = 4_000

/**
 * `(buyer-country IN (DEU)) AND (classification-cpv IN (72*) OR …) AND (publication-date >= 20261001) SORT BY publication-number DESC`
 * @throws QueryRefused
 */
export function parseQuery(query: string): ExpertQuery {
  const tokens: Token[] = []
  token.lastIndex = 0
  for (let found = token.exec(query.slice(0, maxLength)); found; found = token.exec(query.slice(0, maxLength))) {
    tokens.push({ text: found[1] ?? '', column: found.index + found[0].length - (found[1]?.length ?? 0) + 1 })
  }
  const reader = createReader(tokens, query.length + 1)
  const condition = readAlternatives(reader)
  if (!reader.take('SORT')) throw reader.unexpected('{<EOF>, SORT}')
  reader.expect('BY')
  const field = reader.next('a field')
  if (field.text !== 'publication-number') throw unsupportedOperation(field, 'SORT')
  const descending = reader.take('DESC') || !reader.take('ASC')
  if (reader.peek()) throw reader.unexpected('<EOF>')
  return { from: condition.from ?? '2024-01-01', descending, matches: condition.matches }
}

type Reader = ReturnType<typeof createReader>

function createReader(tokens: readonly Token[], endColumn: number) {
  let at = 0
  const peek = (): Token | undefined => tokens[at]
  const unexpected = (expected: string): QueryRefused => {
    const { text = '<EOF>', column = endColumn } = peek() ?? {}
    const location = { beginColumn: column, beginLine: 1, endColumn: column + Math.max(1, peek() ? text.length : 1), endLine: 1 }
    const message = `Syntax error in expert query at line 1, col ${column}: mismatched input '${text}' expecting ${expected}`
    return new QueryRefused(message, { type: 'QUERY_SYNTAX_ERROR', location })
  }
  const take = (text: string): boolean => {
    if (peek()?.text !== text) return false
    at++
    return true
  }
  const next = (expected: string): Token => {
    const found = peek()
    if (!found) throw unexpected(expected)
    at++
    return found
  }
  const expect = (text: string): void => {
    if (!take(text)) throw unexpected(`'${text}'`)
  }
  return { peek, unexpected, take, next, expect }
}

function readAlternatives(reader: Reader): Condition {
  const all = [readTogether(reader)]
  while (reader.take('OR')) all.push(readTogether(reader))
  const days = all.flatMap(({ from }) => from ?? [])
  return {
    from: days.length < all.length ? null : days.reduce((one, other) => (other < one ? other : one)),
    matches: (notice) => all.some((one) => one.matches(notice)),
  }
}

function readTogether(reader: Reader): Condition {
  const all = [readOne(reader)]
  while (reader.take('AND')) all.push(readOne(reader))
  return {
    from:
      all
        .flatMap(({ from }) => from ?? [])
        .toSorted()
        .at(-1) ?? null,
    matches: (notice) => all.every((one) => one.matches(notice)),
  }
}

function readOne(reader: Reader): Condition {
  if (reader.take('(')) {
    const inside = readAlternatives(reader)
    reader.expect(')')
    return inside
  }
  const field = reader.next('a field')
  if (field.text === 'publication-date') return publishedSince(reader, field)
  if (field.text === 'buyer-country') {
    const countries = values(reader, field, /^[A-Z0-9]{3}$/)
    return { from: null, matches: ({ country }) => countries.includes(country) }
  }
  if (field.text === 'classification-cpv') {
    const codes = values(reader, field, /^(?:\d{8}|\d{2,7}\*)$/)
    const fits = (code: string, wanted: string) => (wanted.endsWith('*') ? code.startsWith(wanted.slice(0, -1)) : code === wanted)
    return { from: null, matches: ({ cpv }) => cpv.some((code) => codes.some((wanted) => fits(code, wanted))) }
  }
  throw new QueryRefused(`Unknown field '${field.text}'`, { type: 'QUERY_UNKNOWN_FIELD', fieldName: field.text, location: placeOf(field) })
}

function publishedSince(reader: Reader, field: Token): Condition {
  if (!reader.take('>=')) throw unsupportedOperation(field, 'TERM')
  const value = reader.next('a date')
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(value.text) ?? []
  const from = `${year}-${month}-${day}`
  if (Number.isNaN(Date.parse(from))) throw invalidFormat(field, value, '[0-9]{8}')
  return { from, matches: (notice) => notice.day >= from }
}

/** The list behind `IN`, its values separated by blanks. */
function values(reader: Reader, field: Token, form: RegExp): string[] {
  reader.expect('IN')
  reader.expect('(')
  const found: string[] = []
  while (!reader.take(')')) {
    const value = reader.next("')'")
    if (!form.test(value.text)) throw invalidFormat(field, value, form.source)
    found.push(value.text)
  }
  if (found.length === 0) throw reader.unexpected('a value')
  return found
}

function placeOf({ text, column }: Token) {
  return { beginColumn: column, beginLine: 1, endColumn: column + text.length, endLine: 1 }
}

function invalidFormat(field: Token, value: Token, allowedPattern: string): QueryRefused {
  return new QueryRefused(`Invalid format of field '${field.text}'`, {
    type: 'QUERY_INVALID_FIELD_FORMAT',
    fieldName: field.text,
    allowedPattern,
    location: placeOf(value),
  })
}

function unsupportedOperation(field: Token, operation: string): QueryRefused {
  return new QueryRefused(`Unsupported operation on field '${field.text}'`, {
    type: 'QUERY_UNSUPPORTED_FIELD_OPERATION',
    fieldName: field.text,
    operation,
    location: placeOf(field),
  })
}
