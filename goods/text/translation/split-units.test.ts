import { assert, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { splitUnits } from './split-units.ts'

const unitsOf = (text: string) => splitUnits(text).flatMap((piece) => (piece.kind === 'unit' ? [piece.text] : []))

test('paragraphs, headings and points of a list are units without their signs', () => {
  const text = '# The harbour\n\nIt was rebuilt. It is new.\n\n- one thing\n  2. another thing\n> a quotation\n\n***\n12345\n'
  expect(unitsOf(text)).toEqual(['The harbour', 'It was rebuilt. It is new.', 'one thing', 'another thing', 'a quotation'])
})

test('a line break inside of a sentence stays in its unit', () => {
  const text = 'The committee published its report on the\nprice of electricity.\nNext line.'
  expect(unitsOf(text)[0]).toBe('The committee published its report on the\nprice of electricity.')
})

test('blocks of code are no units', () => {
  expect(unitsOf('Run this:\n```sh\nbig house\n```\nThen go.')).toEqual(['Run this:', 'Then go.'])
})

test('all pieces together are the text', () => {
  const texts = string({ unit: 'grapheme', maxLength: 80 }).map((text) => text.replaceAll('x', '\n').replaceAll('y', '\0'))
  assert(
    property(texts, (text) => {
      const pieces = splitUnits(text).map((piece) => piece.text)
      expect(pieces.join('')).toBe(text)
    }),
    { seed: 22 },
  )
})

test('no unit has a NUL, which ends texts in a pipeline', () => {
  expect(unitsOf('one\0two')).toEqual(['one', 'two'])
})
