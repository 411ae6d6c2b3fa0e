import { z } from 'zod'
import type { Timers } from '../../shared/clock.ts'

/** Bytes, roughly. Checking and encoding them takes one or two milliseconds; a longer answer is checked in several turns. */
const longFrom = 100_000
/** Bytes, roughly, of a member beside its text. */
const memberBytes = 16
/** Levels down to which a long answer is taken apart. */
const maxDepth = 20

interface Part {
  readonly value: unknown
  readonly schema: z.ZodType
  readonly path: readonly PropertyKey[]
}

/** Whether checking and encoding an answer in one turn of the event loop would keep other callers waiting. */
export function isLong(value: unknown): boolean {
  return bytesOf(value, longFrom) >= longFrom
}

/**
 * Holds a long answer against its schema, part by part, with turns for other work between the parts.
 * @returns what does not fit, up to `max`
 */
export async function checkLong(answer: unknown, schema: z.ZodType, max: number, timers: Timers): Promise<z.core.$ZodIssue[]> {
  const issues: z.core.$ZodIssue[] = []
  let checked = 0
  for (const { value, schema: one, path } of partsOf({ value: answer, schema, path: [] })) {
    const { error } = one.safeParse(value)
    issues.push(...(error?.issues ?? []).map((issue) => ({ ...issue, path: [...path, ...issue.path] })))
    if (issues.length >= max) break
    checked += bytesOf(value, longFrom)
    if (checked < longFrom) continue
    checked = 0
    await nextTurn(timers)
  }
  return issues.slice(0, max)
}

/** The JSON of a long answer, as JSON.stringify has it, made with turns for other work between its parts. */
export async function encodeLong(answer: unknown, timers: Timers): Promise<Uint8Array> {
  const encoded: Buffer[] = []
  let text = ''
  for (const one of textsOf(answer, 0)) {
    text += one
    if (text.length < longFrom) continue
    encoded.push(Buffer.from(text))
    text = ''
    await nextTurn(timers)
  }
  return Buffer.concat([...encoded, Buffer.from(text)])
}

/** The parts of an answer that are checked one by one: members of lists, and long members of objects. */
function* partsOf(whole: Part): Generator<Part> {
  const { value, schema, path } = whole
  const parts = isLong(value) && path.length < maxDepth ? takeApart(value, withoutNull(schema), path) : null
  if (!parts) yield whole
  else for (const part of parts) yield* partsOf(part)
}

/** Null where the schema has rules for the value as a whole, or is neither that of a list nor that of an object. */
function takeApart(value: unknown, schema: z.ZodType, path: readonly PropertyKey[]): Part[] | null {
  if (schema.def.checks?.length) return null
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((one: unknown, index) => ({ value: one, schema: schema.element as z.ZodType, path: [...path, index] }))
  if (!(schema instanceof z.ZodObject) || !isPlainObject(value)) return null
  const long = Object.keys(schema.shape).filter((name) => isLong(value[name]))
  if (long.length === 0) return null
  const rest = Object.fromEntries(Object.entries(value).filter(([name]) => !long.includes(name)))
  return [
    { value: rest, schema: schema.omit(Object.fromEntries(long.map((name) => [name, true as const])) as never), path },
    ...long.map((name) => ({ value: value[name], schema: schema.shape[name] as z.ZodType, path: [...path, name] })),
  ]
}

/** A long value is neither null nor undefined. */
function withoutNull(schema: z.ZodType): z.ZodType {
  const isWrapper = (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) && !schema.def.checks?.length
  return isWrapper ? withoutNull(schema.unwrap() as z.ZodType) : schema
}

function* textsOf(value: unknown, depth: number): Generator<string> {
  if (!isLong(value) || depth === maxDepth || !(Array.isArray(value) || isPlainObject(value))) {
    // In a list JSON has null for what it can't hold.
    yield JSON.stringify(value) ?? 'null'
  } else if (Array.isArray(value)) {
    yield '['
    for (const [index, one] of value.entries()) {
      if (index > 0) yield ','
      yield* textsOf(one, depth + 1)
    }
    yield ']'
  } else {
    yield '{'
    let between = ''
    for (const [name, one] of Object.entries(value)) {
      if (one === undefined || typeof one === 'function' || typeof one === 'symbol') continue
      yield `${between}${JSON.stringify(name)}:`
      yield* textsOf(one, depth + 1)
      between = ','
    }
    yield '}'
  }
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('toJSON' in value)
}

/** Bytes of a value in JSON, roughly; at most a little more than `max`, so that long values are not read to their end. */
function bytesOf(value: unknown, max: number): number {
  if (typeof value === 'string') return memberBytes + value.length
  if (typeof value !== 'object' || value === null) return memberBytes
  let bytes = memberBytes
  for (const one of Array.isArray(value) ? value : Object.values(value)) {
    bytes += bytesOf(one, max - bytes)
    if (bytes >= max) break
  }
  return bytes
}

function nextTurn(timers: Timers): Promise<void> {
  return new Promise((resolve) => void timers.soon(resolve))
}
