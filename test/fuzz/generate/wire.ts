import type { SeededRandom } from '../seeded-random.ts'
import { rawText } from './mutate-text.ts'

/** A text and its encoding on the wire. Both are plain data, so that a failing one can be printed and made smaller. */
export interface Wire {
  readonly text: string
  readonly wrap: Wrap
}

const wraps = {
  none: (text) => text,
  base64: (text) => utf8(text).toString('base64'),
  base64url: (text) => utf8(text).toString('base64url'),
  'base64 without padding': (text) => utf8(text).toString('base64').replace(/=+$/, ''),
  'base64 with more padding': (text) => `${utf8(text).toString('base64')}==`,
  'base64url with padding': (text) => utf8(text).toString('base64').replaceAll('+', '-').replaceAll('/', '_'),
  'base64 twice': (text) => utf8(utf8(text).toString('base64')).toString('base64'),
  'base64url twice': (text) => utf8(utf8(text).toString('base64url')).toString('base64url'),
  'base64 of Latin-1': (text) => Buffer.from(text, 'latin1').toString('base64'),
  'base64url of Latin-1': (text) => Buffer.from(text, 'latin1').toString('base64url'),
  'base64 of UTF-16': (text) => Buffer.from(text, 'utf16le').toString('base64'),
  'base64 in lines': (text) => utf8(text).toString('base64').replace(/.{76}/g, '$&\r\n'),
  'base64 in blanks': (text) => ` ${utf8(text).toString('base64')} `,
  'base64 in lower case': (text) => utf8(text).toString('base64').toLowerCase(),
  'percent-encoded': (text) => encodeURIComponent(text.toWellFormed()),
  'in quotes': (text) => JSON.stringify(text),
} as const satisfies Record<string, (text: string) => string>

export type Wrap = keyof typeof wraps

const names = Object.keys(wraps) as Wrap[]

/** The text as it is sent. */
export function onWire({ text, wrap }: Wire): string {
  return wraps[wrap](text)
}

/** Mostly encoded correctly, sometimes in another way that clients may try. */
export function wrapped(random: SeededRandom, text: string, proper: Wrap): Wire {
  return { text, wrap: random.chance(0.88) ? proper : random.pick(names) }
}

/** Text without a form, encoded or not. */
export function rawWire(random: SeededRandom, tokens: readonly string[], proper: Wrap): Wire {
  return { text: rawText(random, tokens), wrap: random.chance(0.5) ? proper : random.pick(['none', 'none', ...names]) }
}

/** Pieces of JSON texts. */
export const jsonTokens: readonly string[] = [
  ['{', '}', '[', ']', ':', ',', '"', '\\', '\\"', '\\u00', '\\ud800', '""', '"a"', '"a":', '{"a":', '[[', '{}', '[]'],
  ['null', 'true', '0', '-1', '1e9', ' ', '\n', '"__proto__":', '"x402Version":2', '\ufeff', '//', '/*', "'"],
].flat()

function utf8(text: string): Buffer {
  return Buffer.from(text, 'utf8')
}
