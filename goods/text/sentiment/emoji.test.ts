import { expect, test } from 'vitest'
import { withEmoji } from './emoji.ts'

const plain = { positive: 0.15, neutral: 0.7, negative: 0.15 }
const scoreOf = (text: string, scores = plain) => {
  const { positive, negative } = withEmoji(text, scores)
  return positive - negative
}

test.each(['😡😡😡', '👎', '👎🏽', '💔', '😭😭', '🤮', '😠', '☹️', '😤', '🖕'])('%s alone is negative', (text) => {
  expect(scoreOf(text)).toBeLessThan(-0.2)
})

test.each(['😍😍😍', '👍', '👍🏿', '❤️', '🎉', '🥰', '😊', '👏👏', '🙌', '💯'])('%s alone is positive', (text) => {
  expect(scoreOf(text)).toBeGreaterThan(0.2)
})

test('emoji move what the words say, repeated ones more, and say nothing where they say both', () => {
  expect(scoreOf('The parcel came today 😡')).toBeLessThan(-0.1)
  expect(scoreOf('Das Paket kam heute 😡😡😡')).toBeLessThan(scoreOf('Das Paket kam heute 😡'))
  expect(scoreOf('Il pacco è arrivato 😍')).toBeGreaterThan(0.1)
  expect(Math.abs(scoreOf('On Monday 😂'))).toBeLessThan(0.3)
  expect(withEmoji('No picture', plain)).toBe(plain)
})

test('words that are sure are not turned round by one face', () => {
  expect(scoreOf('I love it so much 😭', { positive: 0.97, neutral: 0.02, negative: 0.01 })).toBeGreaterThan(0)
})
