import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { modelDirectory } from './model-directory.ts'
import { modelsHere } from './models.fixture.ts'
import { createTokenizer } from './tokenizer.ts'
import { cpuTimeOf } from '../../../test/support/cpu-time.ts'

const small = createTokenizer(
  ['[PAD]', '[UNK]', '[CLS]', '[SEP]', 'un', '##want', '##ed', 'running', 'want', ',', 'e', '中', '##e', 'σ', '##σ'].join('\n'),
)

describe('the tokenizer', () => {
  test('takes the longest piece of a word first, and a word with an unknown rest as unknown', () => {
    expect(small.pieces('UNwanted, running')).toEqual([4, 5, 6, 9, 7])
    expect(small.pieces('unwantedx want')).toEqual([1, 8])
  })

  test('drops accents and control characters, and takes Chinese characters one by one', () => {
    expect(small.pieces('É\u0000e\u200d 中中 ΣΣ')).toEqual([10, 12, 11, 11, 13, 14])
  })

  test('reads marks in a text as text', () => {
    expect(small.pieces('[SEP]')).toEqual([1, 1, 1])
  })

  test('takes a word of more than 100 characters as unknown', () => {
    expect(small.pieces('e'.repeat(100))).toHaveLength(100)
    expect(small.pieces('e'.repeat(101))).toEqual([1])
  })

  test('puts marks around a text and cuts it to its room', () => {
    expect(small.encode('want', 8)).toEqual({ ids: [2, 8, 3], first: 3 })
    expect(small.encode('want want want', 4)).toEqual({ ids: [2, 8, 8, 3], first: 4 })
  })

  test('cuts the second text of a pair, and the first one only where it leaves no third of the room', () => {
    expect(small.encode(['want', 'un un un un'], 7)).toEqual({ ids: [2, 8, 3, 4, 4, 4, 3], first: 3 })
    expect(small.encode(['want want want want want', 'un un un'], 9)).toEqual({ ids: [2, 8, 8, 8, 8, 3, 4, 4, 3], first: 6 })
    expect(small.encode(['want want want', ''], 9)).toEqual({ ids: [2, 8, 8, 8, 3, 3], first: 5 })
  })

  test('needs a vocabulary with marks', () => {
    expect(() => createTokenizer('a\nb')).toThrow('the vocabulary has no [UNK]')
  })
})

describe.runIf(modelsHere)('the tokenizer with the vocabulary of the models', () => {
  const tokenizer = createTokenizer(readFileSync(join(modelDirectory, 'vocabulary.txt'), 'utf8'))

  // Made by the tokenizer that the models were trained with, from words of our documents and characters of all planes.
  test('gives the pieces that the models were trained with', () => {
    const vectors = readFileSync(new URL('wordpiece-vectors.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n')
    expect(vectors.length).toBeGreaterThan(1_900)
    for (const line of vectors) {
      const [text, ids] = JSON.parse(line) as [string, number[]]
      expect([text, tokenizer.pieces(text)]).toEqual([text, ids])
    }
  })

  test.each(['a', 'zq'.repeat(49) + ' ', '\u0301', 'a\u0301\u0316', '中', '!', 'The cat sat. ', '한'])(
    'reads a text that repeats %j in a time that grows with its length alone',
    (piece) => {
      const timeOf = (length: number) => {
        const text = piece.repeat(Math.ceil(length / piece.length))
        return cpuTimeOf(() => tokenizer.pieces(text))
      }
      timeOf(16_000)
      // Sixteen times the length; the square would be 256 times.
      expect(timeOf(64_000)).toBeLessThan(100 * Math.max(timeOf(4_000), 1))
    },
  )
})
