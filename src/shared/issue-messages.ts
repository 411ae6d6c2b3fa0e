import type { z } from 'zod'

type Issue = z.core.$ZodRawIssue

/**
 * What a schema expected of a value, in words for people who wrote the value: `at most 10 addresses; you sent 12`. It is given to
 * every parse of input, so that no message of the schema library reaches a caller. A schema's own words come first.
 */
export function issueMessage(issue: Issue): string {
  const raised: Readonly<Record<string, unknown>> = issue
  switch (issue.code) {
    case 'invalid_type':
      return `${typeWords(String(raised['expected']))}; you sent ${received(issue.input)}`
    case 'too_big':
      return sizeWords(raised, 'at most', 'below', raised['maximum'])
    case 'too_small':
      return sizeWords(raised, 'at least', 'above', raised['minimum'])
    case 'invalid_format':
      return formatWords(raised)
    case 'invalid_value':
      return choices((raised['values'] as readonly unknown[]).map((value) => String(value)))
    case 'not_multiple_of':
      return `a multiple of ${String(raised['divisor'])}`
    case 'unrecognized_keys':
      return `no member called ${choices((raised['keys'] as readonly string[]).slice(0, maxNames).map(nameInQuotes))}`
    case 'invalid_key':
      return 'other names for its members'
    case 'invalid_element':
      return 'other members'
    default:
      return 'another value; the description of this field says which'
  }
}

/** What is wrong with a field, in one sentence: `body.addresses: expected at most 10 addresses; you sent 12.` */
export function expectedAt(field: string, expected: string): string {
  return `${field}: expected ${expected}.`
}

/** One issue of a value that may have several forms, in place of the issue of the union: of the form that fits best. */
export function plainIssue(issue: z.core.$ZodIssue): { readonly path: readonly PropertyKey[]; readonly message: string } {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return issue
  const forms = issue.errors.flatMap(([first]) => (first ? [plainIssue(first)] : []))
  const deepest = Math.max(...forms.map(({ path }) => path.length))
  const best = forms.filter(({ path }) => path.length === deepest)
  const path = [...issue.path, ...(best[0]?.path ?? [])]
  if (deepest > 0) return { path, message: best[0]?.message ?? issue.message }
  // None of the forms was meant, so all of them are named, and what was sent is said once.
  const expected = [...new Set(best.map(({ message }) => message.split('; you sent ')[0] as string))]
  const sent = best.map(({ message }) => message.split('; you sent ')[1]).find((words) => words !== undefined)
  return { path, message: `${choices(expected)}${sent === undefined ? '' : `; you sent ${sent}`}` }
}

const maxNames = 3
const maxNameLength = 40

const types: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list',
  object: 'an object',
  record: 'an object',
  map: 'an object',
  null: 'null',
  undefined: 'nothing',
  date: 'a time',
}

function typeWords(expected: string): string {
  return types[expected] ?? 'another kind of value'
}

function received(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'boolean') return String(value)
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : 'no number'
  return types[typeof value] ?? 'something else'
}

/** @param inclusive words for a limit that may be reached. @param exclusive words for one that may not */
function sizeWords(issue: Readonly<Record<string, unknown>>, inclusive: string, exclusive: string, limit: unknown): string {
  const { origin, input, path } = issue
  const measure = issue['inclusive'] === false ? exclusive : inclusive
  const start = issue['exact'] === true ? 'exactly' : measure
  if (origin === 'string') return `${start} ${counted(limit, 'character', 'characters')}; you sent ${lengthOf(input)}`
  if (origin === 'array' || origin === 'set') return `${start} ${counted(limit, 'item', nameOfItems(path))}; you sent ${lengthOf(input)}`
  if (origin === 'object' || origin === 'map') return `${start} ${counted(limit, 'member', 'members')}; you sent ${lengthOf(input)}`
  return `a number ${start === 'at least' || start === 'at most' ? `of ${start}` : start} ${String(limit)}; you sent ${received(input)}`
}

function counted(count: unknown, one: string, many: string): string {
  return Number(count) === 1 ? `1 ${one}` : `${grouped(Number(count))} ${many}`
}

function grouped(count: number): string {
  return count.toLocaleString('en-US')
}

function lengthOf(value: unknown): string {
  if (typeof value === 'string' || Array.isArray(value)) return grouped(value.length)
  return typeof value === 'object' && value !== null ? grouped(Object.keys(value).length) : 'something else'
}

/** A list is called after what is in it: `addresses`. */
function nameOfItems(path: unknown): string {
  const name = Array.isArray(path) ? path.findLast((step): step is string => typeof step === 'string') : undefined
  return name !== undefined && /^[a-z]{2,30}s$/.test(name) ? name : 'items'
}

const formats: Readonly<Record<string, string>> = {
  date: 'a day such as 2026-10-05',
  datetime: 'a time such as 2026-10-05T21:34:58Z',
  time: 'a time of day such as 21:34:58',
  url: 'an absolute address such as https://example.com',
  email: 'an email address',
  uuid: 'a UUID',
  base64: 'base64',
  ipv4: 'an IPv4 address',
  ipv6: 'an IPv6 address',
  json_string: 'JSON',
}

function formatWords(issue: Readonly<Record<string, unknown>>): string {
  const { format, prefix, suffix, includes } = issue
  if (typeof prefix === 'string') return `text that begins with ${nameInQuotes(prefix)}`
  if (typeof suffix === 'string') return `text that ends with ${nameInQuotes(suffix)}`
  if (typeof includes === 'string') return `text that contains ${nameInQuotes(includes)}`
  return formats[String(format)] ?? 'text of another form; the description of this field shows it'
}

function nameInQuotes(name: string): string {
  return `"${name.length <= maxNameLength ? name : `${name.slice(0, maxNameLength)}…`}"`
}

/** `a`, `a or b`, `a, b or c`. */
function choices(all: readonly string[]): string {
  return all.length < 2 ? (all[0] ?? 'nothing') : `${all.slice(0, -1).join(', ')} or ${all.at(-1)}`
}
