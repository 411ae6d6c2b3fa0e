import { briefMetaOf, type BriefMeta } from './brief-meta.ts'
import type { Briefed } from './detail.ts'
import { membersOf, select, valueAt, withValue, type BriefMember } from './member-path.ts'
import { bytesOf, shortenValue } from './shorten-value.ts'

/** The size of a short form in bytes of JSON. */
export const maxBriefBytes = 600

/** Limits of a declaration: every member may have to be named in `meta.shortened`. */
export const maxBriefMembers = 12
export const maxCharactersOfNames = 240

type Json = Readonly<Record<string, unknown>>

/** The paths are read once for each declaration. */
const read = new WeakMap<readonly string[], readonly BriefMember[]>()

/**
 * The short form of an answer, in at most 600 bytes: the members that its offer declares, at the same places as in the full
 * answer, and the most important facts of `meta`. What does not fit is cut or left out, and named in `meta.shortened`.
 * @param answer the full answer
 */
export function briefAnswer(offer: Briefed, answer: Json): Json {
  const members = briefMembers(offer, answer)
  const meta = briefMetaOf(answer['meta'])
  const whole = members.reduce<Json>((made, { names, selection }) => {
    const value = select(valueAt(answer, names), selection)
    return value === undefined ? made : withValue(made, names, value)
  }, {})
  const complete = withMeta(whole, meta, [])
  return bytesOf(complete) <= maxBriefBytes ? complete : fitted(members, answer, meta)
}

/** The stored JSON of an answer in its short form. */
export function briefBody(offer: Briefed, body: Uint8Array): Uint8Array {
  const answer = JSON.parse(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')) as unknown
  const isObject = typeof answer === 'object' && answer !== null && !Array.isArray(answer)
  return isObject ? Buffer.from(JSON.stringify(briefAnswer(offer, answer as Json))) : body
}

/** Without a declaration, the first members of the answer itself. */
function briefMembers({ brief }: Briefed, answer: Json): readonly BriefMember[] {
  if (brief === undefined || 'none' in brief) {
    const names = Object.keys(answer).filter((name) => name !== 'meta')
    return membersOf(names.slice(0, maxBriefMembers))
  }
  const known = read.get(brief)
  if (known) return known
  const members = membersOf(brief)
  read.set(brief, members)
  return members
}

/** As much as fits, member by member. Room is kept for the names of all members that may have to be named as shortened. */
function fitted(members: readonly BriefMember[], answer: Json, meta: BriefMeta | null): Json {
  const shortened: string[] = []
  let made: Json = {}
  for (const [index, { names, selection, fromEnd }] of members.entries()) {
    const value = select(valueAt(answer, names), selection)
    if (value === undefined) continue
    const later = members.slice(index + 1).map(nameOf)
    const sizeWith = (candidate: unknown, isShortened: boolean) =>
      bytesOf(withMeta(withValue(made, names, candidate), meta, [...shortened, ...(isShortened ? [names.join('.')] : []), ...later]))
    if (sizeWith(value, false) <= maxBriefBytes) {
      made = withValue(made, names, value)
      continue
    }
    const room = maxBriefBytes - sizeWith(0, true) + 1
    const part = fromEnd && Array.isArray(value) ? lastOf(value, room) : shortenValue(value, room)
    if (part !== undefined && sizeWith(part, true) <= maxBriefBytes) made = withValue(made, names, part)
    shortened.push(names.join('.'))
  }
  return withMeta(made, meta, shortened)
}

function lastOf(list: readonly unknown[], maxBytes: number): unknown {
  const kept = shortenValue(list.toReversed(), maxBytes)
  return Array.isArray(kept) ? kept.toReversed() : undefined
}

function nameOf({ names }: BriefMember): string {
  return names.join('.')
}

function withMeta(made: Json, meta: BriefMeta | null, shortened: readonly string[]): Json {
  if (meta === null) return made
  const all = [...(meta.shortened ?? []), ...shortened]
  return { ...made, meta: { ...meta, ...(all.length > 0 ? { shortened: all } : {}) } }
}
