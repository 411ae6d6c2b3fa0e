import { forbiddenNames, type JsonLimits } from './scan-json.ts'

/** The members of an object that are read, by the hash of their names; null for one that is read whole. */
export type MembersRead = ReadonlyMap<number, MembersRead | null>

export interface ReadTree {
  readonly [name: string]: ReadTree | 'whole'
}

const quote = 0x22
const comma = 0x2c
const minus = 0x2d
const point = 0x2e
const zero = 0x30
const nine = 0x39
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const letterU = 0x75
const openBrace = 0x7b
const closeBrace = 0x7d

/** What may follow a backslash on its own. */
const shortEscapes = [...Buffer.from('"\\/bfnrt')]
const words = [Buffer.from('true'), Buffer.from('false'), Buffer.from('null')]

/** An index past the end of any text: no byte is there, so whatever goes on from it finds nothing to go on with. */
const unsure = 0x2000_0000

/** Names are compared with all that came before in their object, so their number is bounded. */
const mostNames = 128
/** So many values are left out; those beyond are kept. */
const mostCuts = 16
const forbidden = forbiddenNames.map((name) => hashOf(name))

// Filled anew for every text; nothing can come in between. Names of all open objects, by their hashes, innermost last.
const names = new Int32Array(mostNames)
let namesOpen = 0
let lastName = 0
let membersLeft = 0
// Where what is left out begins and ends, one after the other.
const cuts = new Int32Array(2 * mostCuts)
let cutsEnd = 0

/** Members by name, in the form that `plainJson` takes. */
export function membersRead(tree: ReadTree): MembersRead {
  return new Map(Object.entries(tree).map(([name, below]) => [hashOf(name), below === 'whole' ? null : membersRead(below)]))
}

/**
 * The text of a JSON object, given as UTF-8, where one quick look is enough to know that it is valid and that `scanJson`
 * would find nothing in it; null is no verdict. What takes a longer look is left to JSON.parse and `scanJson`: a name
 * with an escape, two names of one hash, many names, a number with an exponent, and all that is wrong.
 *
 * With `read`, the values of all other members are replaced by 0: most of a payment repeats what nobody reads again, and
 * to parse that costs more than this look. A stranger that has the hash of a member that is read is kept, which harms nobody.
 */
export function plainJson(bytes: Buffer, limits: JsonLimits, read: MembersRead | null): string | null {
  namesOpen = 0
  membersLeft = limits.members
  cutsEnd = 0
  const start = skipSpace(bytes, 0)
  if (bytes[start] !== openBrace) return null
  const end = skipSpace(bytes, skipObject(bytes, start, limits.depth, read))
  return end === bytes.length ? withoutCuts(bytes) : null
}

// Each of the following takes the index at which something begins, and gives the index behind it, or `unsure`.

function skipValue(bytes: Buffer, at: number, depth: number, read: MembersRead | null): number {
  const byte = bytes[at]
  if (byte === quote) return skipString(bytes, at)
  if (byte === openBrace) return skipObject(bytes, at, depth, read)
  if (byte === openBracket) return skipArray(bytes, at, depth)
  for (const word of words) if (byte === word[0]) return skipWord(bytes, at, word)
  return skipNumber(bytes, at)
}

function skipObject(bytes: Buffer, start: number, depth: number, read: MembersRead | null): number {
  if (depth === 0) return unsure
  const firstName = namesOpen
  let at = start
  do {
    if (--membersLeft < 0) return unsure
    const name = skipSpace(bytes, at + 1)
    if (bytes[name] !== quote) return at === start && bytes[name] === closeBrace ? name + 1 : unsure
    at = skipSpace(bytes, skipName(bytes, name, firstName))
    if (bytes[at] !== colon) return unsure
    const below = read === null ? null : read.get(lastName)
    const value = skipSpace(bytes, at + 1)
    const end = skipValue(bytes, value, depth - 1, below ?? null)
    if (below === undefined) leaveOut(value, end)
    at = skipSpace(bytes, end)
  } while (bytes[at] === comma)
  namesOpen = firstName
  return bytes[at] === closeBrace ? at + 1 : unsure
}

function skipArray(bytes: Buffer, start: number, depth: number): number {
  if (depth === 0) return unsure
  let at = start
  do {
    if (--membersLeft < 0) return unsure
    const item = skipSpace(bytes, at + 1)
    if (at === start && bytes[item] === closeBracket) return item + 1
    at = skipSpace(bytes, skipValue(bytes, item, depth - 1, null))
  } while (bytes[at] === comma)
  return bytes[at] === closeBracket ? at + 1 : unsure
}

/** Takes the name down among those of its object, which begin at `firstName`. */
function skipName(bytes: Buffer, start: number, firstName: number): number {
  let hash = 0
  let at = start + 1
  for (; at < bytes.length && bytes[at] !== quote; at++) {
    const byte = bytes[at]!
    if (byte < 0x20 || byte === backslash) return unsure
    hash = nextHash(hash, byte)
  }
  if (at >= bytes.length || namesOpen === mostNames || forbidden.includes(hash)) return unsure
  for (let earlier = firstName; earlier < namesOpen; earlier++) if (names[earlier] === hash) return unsure
  names[namesOpen++] = hash
  lastName = hash
  return at + 1
}

function skipString(bytes: Buffer, start: number): number {
  let at = start + 1
  while (at < bytes.length) {
    const byte = bytes[at]!
    if (byte === quote) return at + 1
    if (byte < 0x20) return unsure
    at = byte === backslash ? skipEscape(bytes, at) : at + 1
  }
  return unsure
}

function skipEscape(bytes: Buffer, start: number): number {
  const end = start + 6
  if (shortEscapes.includes(bytes[start + 1]!)) return start + 2
  if (bytes[start + 1] !== letterU || end > bytes.length) return unsure
  for (let at = start + 2; at < end; at++) if (!isHexDigit(bytes[at]!)) return unsure
  return end
}

function isHexDigit(byte: number): boolean {
  const lower = byte | 0x20
  return (byte >= zero && byte <= nine) || (lower >= 0x61 && lower <= 0x66)
}

function skipNumber(bytes: Buffer, start: number): number {
  const digits = bytes[start] === minus ? start + 1 : start
  const end = bytes[digits] === zero ? digits + 1 : skipDigits(bytes, digits)
  return bytes[end] === point ? skipDigits(bytes, end + 1) : end
}

/** At least one. */
function skipDigits(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at]! >= zero && bytes[at]! <= nine) at++
  return at > start ? at : unsure
}

function skipWord(bytes: Buffer, start: number, word: Uint8Array): number {
  for (let letter = 0; letter < word.length; letter++) if (bytes[start + letter] !== word[letter]) return unsure
  return start + word.length
}

function skipSpace(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && isSpace(bytes[at]!)) at++
  return at
}

function isSpace(byte: number): boolean {
  return byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09
}

function leaveOut(start: number, end: number): void {
  if (cutsEnd === cuts.length) return
  cuts[cutsEnd++] = start
  cuts[cutsEnd++] = end
}

function withoutCuts(bytes: Buffer): string {
  let text = ''
  let from = 0
  for (let cut = 0; cut < cutsEnd; cut += 2) {
    text += `${bytes.toString('utf8', from, cuts[cut])}0`
    from = cuts[cut + 1]!
  }
  return text + bytes.toString('utf8', from)
}

function hashOf(name: string): number {
  return Buffer.from(name).reduce(nextHash, 0)
}

function nextHash(hash: number, byte: number): number {
  return (Math.imul(hash, 31) + byte) & 0x3fff_ffff
}
