import type { SeededRandom } from '../seeded-random.ts'

/*
 * Values that have broken decoders before. None of them contains a word that only our internals use (a type of error, a location in
 * code): answers repeat parts of their input, and the checks must not find these parts.
 */

const two256 = (1n << 256n).toString()

/** Numbers as JSON text: the limits of doubles, of whole numbers and of 256 bits, and forms that only look like numbers. */
const numbers: readonly string[] = [
  ['0', '-0', '1', '-1', '2', '7500', '0.5', '1.0', '1e3', '1E+2', '1e-7', '1e308', '1e309', '-1e999', '5e-324', '0e0'],
  ['2147483647', '2147483648', '4294967296', '9007199254740991', '9007199254740992', '9007199254740993', '18446744073709551616'],
  ['8640000000000', '8640000000001', '8640000000000001', '253402300800', '99999999999999999999999999'],
  [two256, `${two256}0`, '0.1e1', '123456789.123456789123456789'],
].flat()
const noNumbers: readonly string[] = ['01', '+1', '.5', '1.', '0x10', 'Infinity', '-', '1e', '1_000', '--1', '1,5', '٣']

const texts: readonly string[] = [
  ['', ' ', '\t', '\n', '\r\n', '\0', '\u0001', '\u007f', '\u0085', '\u00a0', '\u200b', '\u2028', '\ufeff', '\ufffd', '\uffff'],
  ['\ud800', '\udc00', '\ud83d\ude00', 'é', 'e\u0301', 'ﬁ', 'ß', 'İ', 'ſ', 'K', '１', '‮', 'a\u0338'.repeat(8)],
  ['"', "'", '\\', '\\"', '/', '//', ',', ';', ':', '=', '|', '{', '}', '[', ']', '<', '>', '&', '%', '%00', '%zz', '%ED%A0%80', '+', '*'],
  ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'valueOf', 'then', 'toJSON', 'length', '0'],
  ['true', 'null', '[]', '{}', '{"a":1}', '$', '${x}', '{{x}}', '../..', "' or 1=1 --", '<script>', '=1+1', 'data:,', 'a|b|c'],
  ['0x', '0X', '0x0', '0x1', '0xg', `0x${'0'.repeat(64)}`, `0x${'f'.repeat(64)}`, `0x${'F'.repeat(40)}`, `0x${'0'.repeat(63)}`],
  ['exact', 'base', 'BASE', 'eip155:1', 'eip155:8453', 'eip155:0', 'eip155:01', 'eip155:', 'solana:x', 'EIP155:1', 'did:pkh:eip155:1:0x'],
  ['2026-11-21T03:08:01Z', '2026-02-30T00:00:00Z', '9999-12-31T23:59:59.999Z', '+275760-09-13T00:00:00Z', '0000-01-01T00:00:00Z'],
  ['e30', 'e30=', 'bnVsbA', 'W10=', 'Payment', 'Payment ', 'charge', 'evm', 'authorization', 'hash'],
].flat()

export function numberText(random: SeededRandom): string {
  const form = random.below(8)
  if (form < 5) return random.pick(numbers)
  if (form === 5) return String(random.between(-1_000_000, 1_000_000))
  if (form === 6) return `${random.chance(0.3) ? '-' : ''}${digits(random, random.between(1, 90))}`
  return `${digits(random, random.between(1, 30))}.${digits(random, random.between(1, 30))}`
}

/** Not always a number, for places where text is allowed. */
export function numberLike(random: SeededRandom): string {
  return random.chance(0.7) ? numberText(random) : random.pick(noNumbers)
}

export function shortText(random: SeededRandom): string {
  return random.chance(0.8) ? random.pick(texts) : Array.from({ length: random.between(1, 8) }, () => character(random)).join('')
}

/** Any code unit, common ones more often; also halves of surrogate pairs. */
export function character(random: SeededRandom): string {
  const kind = random.below(10)
  if (kind < 6) return String.fromCharCode(random.between(0x20, 0x7e))
  if (kind < 8) return String.fromCharCode(random.below(0x100))
  return String.fromCharCode(random.below(0x1_0000))
}

/** A length near a limit: headers at 8 KB, bodies at 64 KB, lists at 1,000. */
export function edgeLength(random: SeededRandom, max: number): number {
  const edge = random.pick([31, 64, 256, 1000, 2000, 2048, 4096, 6144, 8192, 16_384, 65_536, 131_072])
  return Math.min(max, Math.max(0, edge + random.between(-2, 2)))
}

function digits(random: SeededRandom, length: number): string {
  return Array.from({ length }, () => random.below(10)).join('')
}
