import { array, assert, constantFrom, oneof, property, string } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { splitSentences } from './split-sentences.ts'
import { cpuTimeOf } from '../../../test/support/cpu-time.ts'

const split = (text: string) => splitSentences(text).map((sentence) => sentence.text)

const fragments = constantFrom(
  'Dr.',
  '. ',
  '! ',
  '?',
  '\n',
  '\n\n',
  '- ',
  '1. ',
  '😀',
  '"',
  '»',
  '[1]',
  'U.S. ',
  'word ',
  'Word',
  '。',
  ' ',
  '\u2028',
  '…',
)
const texts = array(oneof(fragments, string({ unit: 'grapheme', maxLength: 5 })), { maxLength: 40 }).map((parts) => parts.join(''))

describe('sentences', () => {
  test('and the blanks between them are the text, with offsets in code points', () => {
    assert(
      property(texts, (text) => {
        const characters = [...text]
        let at = 0
        for (const { text: words, offset, length } of splitSentences(text)) {
          expect(characters.slice(at, offset).join('').trim()).toBe('')
          expect(characters.slice(offset, offset + length).join('')).toBe(words)
          expect(words).toBe(words.trim())
          expect(words).not.toBe('')
          at = offset + length
        }
        expect(characters.slice(at).join('').trim()).toBe('')
      }),
      { numRuns: runsOf(500) },
    )
  })

  test.each([
    [
      'titles, months and decimals',
      'Dr. Smith met Mr. Jones on Jan. 5 at 3.5 km. He left.',
      ['Dr. Smith met Mr. Jones on Jan. 5 at 3.5 km.', 'He left.'],
    ],
    [
      'initials and names of countries',
      'J. K. Rowling saw the U.S. Senate. In the U.K. They met.',
      ['J. K. Rowling saw the U.S. Senate.', 'In the U.K.', 'They met.'],
    ],
    [
      'references',
      'See Fig. 3 by Miller et al. (2019). He said no. Then it ended.',
      ['See Fig. 3 by Miller et al. (2019).', 'He said no.', 'Then it ended.'],
    ],
    ['closed quotes', '"Stop!" he said. "Why?" she asked.', ['"Stop!" he said.', '"Why?" she asked.']],
    ['French quotes', 'M. Dupont est là. « Viens ! » dit-il. Elle part.', ['M. Dupont est là.', '« Viens ! » dit-il.', 'Elle part.']],
    [
      'German ordinals',
      'Am 3. Oktober kam Hr. Müller z.B. nach Bonn. Er blieb.',
      ['Am 3. Oktober kam Hr. Müller z.B. nach Bonn.', 'Er blieb.'],
    ],
    ['footnotes', 'It began in 1990.[12] Then it grew.[3][4]', ['It began in 1990.[12]', 'Then it grew.[3][4]']],
    ['addresses', 'See http://a.com/?q=a!b for more. Bye.', ['See http://a.com/?q=a!b for more.', 'Bye.']],
    [
      'a text without capitals',
      'i love it. it is great! so good, e.g. this one. buy it',
      ['i love it.', 'it is great!', 'so good, e.g. this one.', 'buy it'],
    ],
    ['emoji', 'Great movie!! 😀😀 Loved it. 🎉', ['Great movie!! 😀😀', 'Loved it. 🎉']],
    ['Japanese', 'これは文です。次の文です！本当？はい。', ['これは文です。', '次の文です！', '本当？', 'はい。']],
  ])('end where readers expect it beside %s', (_, text, expected) => {
    expect(split(text)).toEqual(expected)
  })

  test('end with the points of a list and at blank lines, and go on where a line was wrapped', () => {
    const wrapped = 'The president said that the weather in all of the country would be\ngood for the next three weeks.'
    expect(
      split(`News of Today\n${wrapped} He left.\n\nShopping list:\n- milk\n- eggs and\n  bread\n1. Open it. Look.\nThe shop is open.`),
    ).toEqual([
      'News of Today',
      wrapped,
      'He left.',
      'Shopping list:',
      '- milk',
      '- eggs and\n  bread',
      '1. Open it.',
      'Look.',
      'The shop is open.',
    ])
  })

  test('of an empty text are none', () => {
    expect([split(''), split(' \n\n\t ')]).toEqual([[], []])
  })

  test.each(['a! ', 'a. ', 'A. ', 'a\n\n', '- a\n', '\n', '"', '.', '[1].', '😀! ', 'x'])(
    'of a text that repeats %j take a time that grows with its length alone',
    (piece) => {
      const timeOf = (length: number) => {
        const text = piece.repeat(Math.ceil(length / piece.length))
        return cpuTimeOf(() => splitSentences(text))
      }
      timeOf(16_000)
      // Sixteen times the length; the square would be 256 times.
      expect(timeOf(64_000)).toBeLessThan(100 * Math.max(timeOf(4_000), 1))
    },
  )
})
