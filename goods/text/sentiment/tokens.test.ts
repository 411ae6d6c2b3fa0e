import { expect, test } from 'vitest'
import { sentimentTokens } from './tokens.ts'

const words = (text: string) => sentimentTokens(text).map((token) => token.text)

test('addresses, users, numbers and laughter are read as what they are', () => {
  expect(words('@ana mira https://example.com/a?b=1 jajaja 2.500 veces')).toEqual(['@', 'mira', 'http', 'haha', '0', 'veces'])
})

test('emoticons, emoji and hashtags are words of their own', () => {
  expect(words('bien ;-D ❤ #feliz')).toEqual(['bien', ':)', '❤', '#feliz'])
  expect(words('mal :( (: xD')).toEqual(['mal', ':(', ':)', 'haha'])
})

test('words that are stretched or shouted are found under their usual form, and marked', () => {
  const [stretched, shouted] = sentimentTokens('goooool NUNCA')
  expect(stretched).toMatchObject({ text: 'gool', stretched: true })
  expect(shouted).toMatchObject({ text: 'nunca', capitals: true })
})

test('repeated marks count once', () => {
  expect(words('no!!!! qué??? eh?!?! ....')).toEqual(['no', '!!', 'qué', '??', 'eh', '?!', '…'])
})

test('a hostile text takes linear time', () => {
  for (const piece of ['a', "a'", ':', '#', '1,', 'ha', '…', '@', 'http', '😀']) {
    const start = process.cpuUsage()
    sentimentTokens(piece.repeat(20_000))
    expect(process.cpuUsage(start).user).toBeLessThan(1_000_000)
  }
})
