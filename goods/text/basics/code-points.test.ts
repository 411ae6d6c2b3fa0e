import { assert, nat, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codePointOffsets, countCodePoints } from './code-points.ts'

const texts = string({ unit: 'grapheme', maxLength: 60 })

describe('code points', () => {
  test('are counted before every index of a text, as an iterator counts them', () => {
    assert(
      property(texts, nat(), (text, seed) => {
        const offsets = codePointOffsets(text)
        const characters = [...text]
        const at = seed % (characters.length + 1)
        expect(offsets.at(characters.slice(0, at).join('').length)).toBe(at)
        expect(offsets.length).toBe(characters.length)
        expect(countCodePoints(text)).toBe(characters.length)
      }),
    )
  })

  test('count a pair of surrogates as one and a lone one as one', () => {
    expect(countCodePoints('a😀\ud83d')).toBe(3)
    expect(codePointOffsets('a😀\ud83d').at(3)).toBe(2)
    expect(codePointOffsets('😀\ude00').length).toBe(2)
  })

  test('of indexes outside of the text are those of its ends', () => {
    const offsets = codePointOffsets('😀b')
    expect([offsets.at(-1), offsets.at(99)]).toEqual([0, 2])
  })
})
