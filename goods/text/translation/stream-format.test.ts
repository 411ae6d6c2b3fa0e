import { assert, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { untranslatableSpans } from './untranslatable-spans.ts'
import { closeUnit, decodeUnit, encodeUnit, openUnit } from './stream-format.ts'

describe('a unit in the stream', () => {
  test.each([
    ['an address', 'See https://example.com/a?b=1 now.', 'https://example.com/a?b=1'],
    ['an e-mail address', 'Write to info@example.com.', 'info@example.com'],
    ['code', 'Run `npm ci` first.', '`npm ci`'],
    ['a tag', 'A <a href="x">link.', '<a href="x">'],
    ['a placeholder', 'Hello {{name}}!', '{{name}}'],
    ['a placeholder of printf', 'It has %1$s files.', '%1$s'],
    ['an amount', 'It costs $5,200.50 today.', '$5,200.50'],
    ['a number with its unit', 'It weighs 5kg.', '5kg'],
    ['a code', 'The F-16 flies.', 'F-16'],
    ['a handle', 'Ask @someone.', '@someone'],
    ['a name of a program', 'Set max_length here.', 'max_length'],
  ])('keeps %s', (_, text, piece) => {
    const { stream, kept } = encodeUnit(text, untranslatableSpans)
    expect(kept).toEqual([piece])
    expect(stream).not.toContain(piece)
    expect(decodeUnit(stream, kept)).toEqual({ text, unknown: [] })
  })

  test('leaves words, plain numbers and punctuation to the engine', () => {
    expect(encodeUnit("In 2019, it wasn't 3.5 km (or so); 12% more.", untranslatableSpans).kept).toEqual([])
  })

  test('comes back as it was, whatever is in it', () => {
    assert(
      property(string({ unit: 'grapheme', maxLength: 60 }), string({ maxLength: 20 }), (one, other) => {
        const text = `${one}[${other}]*#@^$/\\<{}>~`.replaceAll('\0', '')
        const { stream, kept } = encodeUnit(text, untranslatableSpans)
        const closed = closeUnit(stream, 7)
        expect(decodeUnit(openUnit(closed, stream, 7) ?? '', kept)).toEqual({ text, unknown: [] })
      }),
      { seed: 22 },
    )
  })

  test('gets a full stop where it has none, and loses it again', () => {
    expect(closeUnit('A heading', 3)).toBe('A heading.[e3]')
    expect(openUnit('Un título.[e3]', 'A heading', 3)).toBe('Un título')
    expect(closeUnit('A sentence.', 3)).toBe('A sentence.[e3]')
    expect(openUnit('Una frase.[e3]', 'A sentence.', 3)).toBe('Una frase.')
  })

  test('is not taken for another one', () => {
    expect(openUnit('Una frase.[e4]', 'A sentence.', 3)).toBeNull()
    expect(openUnit('Una frase.', 'A sentence.', 3)).toBeNull()
    expect(openUnit('Una.[e2] Dos.[e3]', 'Two.', 3)).toBeNull()
  })
})

describe('an output', () => {
  test('loses the signs before words that the engine did not know, and counts them', () => {
    expect(decodeUnit('El *zorgblat pesa 3 #km y \\@hound.', [])).toEqual({
      text: 'El zorgblat pesa 3 km y hound.',
      unknown: ['zorgblat', 'km', 'hound'],
    })
  })

  test('in which a kept piece is missing, new or there twice is refused', () => {
    expect(decodeUnit('Ve a.', ['https://a.example'])).toBeNull()
    expect(decodeUnit('Ve [m0] y [m0].', ['https://a.example'])).toBeNull()
    expect(decodeUnit('Ve [m1].', ['https://a.example'])).toBeNull()
  })
})
