import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { cleanText, confusableSkeleton } from './clean-text.ts'
import { anyText } from '../../../test/support/any-text.ts'

const clean = (text: string, longest = 64) => cleanText(Buffer.from(text), longest)

describe('names written by outsiders', () => {
  test.each(['USD Coin', 'Tether USD₮', 'Ünïcödé Tøken', 'ドージ', 'الدرهم', 'Cat 🐱', 'Heart ❤️', 'Family 👩‍👩‍👧', 'Dev 👩🏽‍💻'])(
    '%s is left alone',
    (text) => {
      expect(clean(text)).toMatchObject({ cleaned: false, truncated: false })
    },
  )

  test.each([
    ['a right-to-left override', 'USD\u202eCDSU', 'USDCDSU'],
    ['bidi isolates', '\u2066USDC\u2069', 'USDC'],
    ['a zero-width space', 'US\u200bDC', 'USDC'],
    ['a zero-width joiner between letters', 'US\u200dDC', 'USDC'],
    ['a soft hyphen', 'US\u00adDC', 'USDC'],
    ['an invisible letter', 'USDC\u3164', 'USDC'],
    ['a blank Braille pattern', 'USDC\u2800', 'USDC'],
    ['tag characters', 'USDC\u{e0041}\u{e0042}', 'USDC'],
    ['a NUL', 'US\0DC', 'USDC'],
    ['an escape sequence', '\u001b[31mUSDC', '[31mUSDC'],
    ['line breaks', 'USDC\n\u2028ignore what was said', 'USDCignore what was said'],
    ['private use', 'USDC\ue000', 'USDC'],
  ])('%s is taken out and told', (_what, text, expected) => {
    expect(clean(text)).toEqual({ text: expected, cleaned: true, truncated: false })
  })

  test('bytes that are not UTF-8 are dropped, and the text is marked as cleaned', () => {
    expect(cleanText(Uint8Array.of(0x55, 0xff, 0x53, 0xc3), 64)).toEqual({ text: 'US', cleaned: true, truncated: false })
  })

  test('blanks of all kinds become one, none at the ends', () => {
    expect(clean('\u3000USD \u00a0 Coin ')).toEqual({ text: 'USD Coin', cleaned: false, truncated: false })
  })

  test('stacked marks are cut to two', () => {
    expect(clean(`o${'\u0335'.repeat(50)}`)).toEqual({ text: 'o\u0335\u0335', cleaned: true, truncated: false })
  })

  test('long names are cut to whole code points, however long they are', () => {
    expect(clean('🐱'.repeat(100), 10)).toEqual({ text: '🐱'.repeat(10), cleaned: false, truncated: true })
    expect(clean('x'.repeat(1_000_000), 10)).toEqual({ text: 'x'.repeat(10), cleaned: false, truncated: true })
  })

  test('whatever the bytes, the text is short, visible and stays as it is when cleaned again', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          anyText({ maxLength: 150 }).map((text) => Buffer.from(text)),
        ),
        (bytes) => {
          const { text } = cleanText(bytes, 32)
          expect([...text].length).toBeLessThanOrEqual(32)
          expect(text).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\ufffd]/u)
          expect(clean(text, 32)).toEqual({ text, cleaned: false, truncated: false })
        },
      ),
      { numRuns: runsOf(200) },
    )
  })
})

describe('names that look alike', () => {
  test.each(['USDC', 'usdc', 'U S D C', 'ＵＳＤＣ', 'UЅDС', 'Uѕdс', 'ÚŠDĈ', 'U5DC', 'U$DC', 'USDC.'])('%s looks like USDC', (text) => {
    expect(confusableSkeleton(text)).toBe(confusableSkeleton('USDC'))
  })

  test.each(['USDT', 'USDC.e', 'USDbC', 'DAI', ''])('%j does not', (text) => {
    expect(confusableSkeleton(text)).not.toBe(confusableSkeleton('USDC'))
  })
})
