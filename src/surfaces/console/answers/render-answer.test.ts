import { describe, expect, test } from 'vitest'
import { facts, hostileOffer, injected } from '../console.fixture.ts'
import { textOf } from '../html.ts'
import { answerLine } from './answer-line.ts'
import { labelOf } from './label-of.ts'
import { renderAnswer } from './render-answer.ts'

const shown = (answer: unknown) => textOf(renderAnswer(answer))

describe('an answer for people', () => {
  test('draws candles and series, and has their figures in a table', () => {
    const candles = [0, 1].map((hour) => ({
      startsAt: `2026-10-05T0${hour}:00:00.000Z`,
      open: '1',
      high: '3',
      low: '1',
      close: '2',
      volume: '9',
    }))
    expect(shown({ candles })).toMatch(/<svg class="chart"[\s\S]+<rect[\s\S]+<table>[\s\S]+Volume/)
    expect(
      shown({
        prices: [
          { at: '2026-01', value: '3.7' },
          { at: '2026-02', value: '-1' },
        ],
      }),
    ).toMatch(/<polyline[\s\S]+<table>/)
  })

  test('says a score and a verdict once, with the reason, and the parts as meters', () => {
    const page = shown({
      score: 91,
      recommendation: { action: 'go_ahead', reason: 'It is known.' },
      breakdown: { age: { points: 12, maxPoints: 15 } },
    })
    expect(page.match(/91/g)).toHaveLength(1)
    expect(page.match(/It is known\./g)).toHaveLength(1)
    expect(page).toContain('Go ahead')
    expect(page).toMatch(/<meter min="0" max="15" value="12"/)
  })

  test('shows findings at their lines, pictures, documents and lists', () => {
    expect(shown({ findings: [{ severity: 'high', title: 'T', file: 'a.py', location: { startLine: 7 }, snippet: 'x\ny' }] })).toMatch(
      /a\.py, line 7[\s\S]+ 7 {2}x\n +8 {2}y/,
    )
    expect(shown({ mimeType: 'image/png', data: 'AAAA' })).toContain('src="data:image/png;base64,AAAA"')
    expect(shown({ mimeType: 'text/html', data: '<b>' })).not.toContain('<img')
    expect(shown([])).toContain('None.')
    expect(shown({ transfers: [], note: null })).toMatch(/<dd><span class="quiet">none<[\s\S]+aria-label="no value"/)
    expect(shown({ volume: 28456789012.5, amount: '28456789012' })).toMatch(/28,456,789,012\.5[\s\S]+28456789012</)
  })

  test.each(facts.offers.map((offer) => [offer.id, offer] as const))('shows the example of %s', (_, offer) => {
    expect(shown(offer.example.answer)).not.toContain('[object Object]')
    expect(answerLine(offer) ?? '').not.toMatch(/\[object|undefined/)
  })

  test('is text, whatever it says', () => {
    expect(injected(shown(hostileOffer.example.answer))).toEqual([])
    for (const odd of [null, 7, '<script>alert(1)</script>', [null, [['<img src=x>']]], { a: { b: { c: { d: { e: '<img src=x>' } } } } }])
      expect(injected(shown(odd))).toEqual([])
  })
})

test.each([
  ['priceChange24h', 'Price change 24h'],
  ['first_call_free', 'First call free'],
  ['maxPerDayUsdc', 'Max per day USDC'],
  ['go_ahead', 'Go ahead'],
])('%s is called %s', (name, words) => {
  expect(labelOf(name)).toBe(words)
})
