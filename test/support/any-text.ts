import fc from 'fast-check'

interface Lengths {
  readonly minLength?: number
  readonly maxLength?: number
}

const character = fc
  .oneof(fc.integer({ min: 0, max: 0xd7ff }), fc.integer({ min: 0xe000, max: 0x10ffff }))
  .map((point) => String.fromCodePoint(point))
const names = ['__proto__', 'constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', '__defineGetter__', 'key', 'ref', 'apply']

/**
 * Text of any characters, sometimes a name that objects of JavaScript have. The same as `fc.string({ unit: 'binary' })`, which makes a table
 * of all a million characters in each process: half a second, and a hundred megabytes that every collection of garbage looks through.
 */
export function anyText({ minLength = 0, maxLength }: Lengths = {}): fc.Arbitrary<string> {
  const text = fc
    .array(character, { minLength, ...(maxLength === undefined ? {} : { maxLength }) })
    .map((characters) => characters.join(''))
  const fitting = names.filter(({ length }) => length >= minLength && length <= (maxLength ?? length))
  if (fitting.length === 0) return text
  return fc.oneof({ weight: 30, arbitrary: text }, { weight: 1, arbitrary: fc.constantFrom(...fitting) })
}
