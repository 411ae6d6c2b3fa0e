import { describe, expect, test } from 'vitest'
import { hostileTexts, proseOf } from '../../../test/support/hostile-texts.ts'
import { shareOf } from '../../../test/support/runs.ts'
import { cpuMs } from '../../../test/support/stopwatch.ts'
import { checkClaimWith } from './check-claim.ts'
import { checkDeeplyWith } from './check-deeply.ts'
import { readKnowledge } from './knowledge.ts'

const knowledge = readKnowledge()
const check = (claim: string, source: string) => checkClaimWith({ claim, source }, null, knowledge)

const source =
  'The 🚢 ferry Alma was built in 1952 in the port of Corvath. It carries 300 passengers and 40 cars. Until 1970 its captain was Ada Quell. The crossing to Penrose takes 25 minutes. Dogs are not allowed on board.'

test('a sentence of the source is supported by its quote', async () => {
  const { verdict, confidence, evidence } = await check('The crossing to Penrose takes 25 minutes.', source)
  expect(verdict).toBe('supported')
  expect(confidence).toBeGreaterThan(0.9)
  expect(evidence[0]).toMatchObject({ quote: 'The crossing to Penrose takes 25 minutes.', stance: 'supports' })
})

test('an exchanged number contradicts, and the reason has both places', async () => {
  const claim = 'It carries 500 passengers and 40 cars.'
  const { verdict, reasons, evidence } = await check(claim, source)
  expect(verdict).toBe('contradicted')
  expect(evidence[0]?.stance).toBe('contradicts')
  const reason = reasons.find(({ type }) => type === 'number_mismatch')
  for (const [text, span] of [
    [claim, reason?.claimSpan],
    [source, reason?.sourceSpan],
  ] as const) {
    expect(span).not.toBeNull()
    expect([...text].slice(span?.offset, (span?.offset ?? 0) + (span?.length ?? 0)).join('')).toBe(span?.text)
  }
  expect(reason?.sourceSpan?.text).toContain('300')
})

test('quotes are parts of the source, counted in code points', async () => {
  const { evidence } = await check('Ada Quell was the captain of the Alma.', source)
  expect(evidence.length).toBeGreaterThan(0)
  for (const { quote, offset, length } of evidence) expect([...source].slice(offset, offset + length).join('')).toBe(quote)
})

test('a source about something else decides nothing', async () => {
  const other = 'Bread rises because yeast makes gas from sugar. The dough should rest in a warm place before it is baked.'
  expect((await check('The ferry Alma was built in 1952.', other)).verdict).toBe('unverifiable')
})

test('scores add up to 1', async () => {
  for (const claim of ['It carries 500 passengers.', 'The ferry is red.', 'The crossing to Penrose takes 25 minutes.']) {
    const { scores } = await check(claim, source)
    expect(scores.supported + scores.contradicted + scores.unverifiable).toBeCloseTo(1, 6)
  }
})

test('one false sentence makes the whole contradicted', async () => {
  const { verdict } = await check('The crossing to Penrose takes 25 minutes. It carries 900 passengers and 40 cars.', source)
  expect(verdict).toBe('contradicted')
})

test('a date or number that the next sentence has is no mismatch with this one', async () => {
  const text =
    'The Alma sailed to Penrose for the first time in 1952 under its captain. The Alma sailed to Penrose for the last time in 1970. Fishing boats use the port of Hadley.'
  const { reasons, verdict } = await check('The Alma sailed to Penrose for the last time in 1970 under its captain.', text)
  expect(reasons.filter(({ type }) => type === 'date_mismatch')).toEqual([])
  expect(verdict).not.toBe('contradicted')
})

test('a date in digits that can be two days supports neither of them', async () => {
  const dated = (date: string) => `The deadline is ${date}, and applications that arrive later will not be considered at all.`
  for (const day of ['April 3, 2024', 'March 4, 2024']) {
    const { verdict, reasons } = await check(`The deadline is ${day}.`, dated('03/04/2024'))
    expect(verdict).toBe('unverifiable')
    expect(reasons.map(({ type }) => type)).toContain('date_ambiguous')
  }
  expect((await check('The deadline is March 4, 2024.', dated('4.3.2024'))).verdict).toBe('supported')
  expect((await check('The deadline is May 4, 2024.', dated('03/04/2024'))).verdict).toBe('contradicted')
})

test('a text in another language is refused', async () => {
  const german = 'Die Fähre wurde im Jahr 1952 im Hafen gebaut und befördert dreihundert Fahrgäste über den Fluss.'
  await expect(check('The ferry was built in 1952.', german)).rejects.toMatchObject({ code: 'unsupported_language' })
})

test('the deep check has a verdict for each part and each source', async () => {
  const sources = [source, 'The ferry Alma was built in 1962 in the port of Corvath. It is painted white.']
  const deep = await checkDeeplyWith({ claim: 'The ferry Alma was built in 1952 and carries 300 passengers.', sources }, null, knowledge)
  expect(deep.claims.map(({ claim }) => claim.text)).toEqual(['The ferry Alma was built in 1952', 'carries 300 passengers.'])
  expect(deep.claims[0]?.sources.map(({ verdict }) => verdict)).toEqual(['supported', 'contradicted'])
  expect(deep.agreement).toBe('disagree')
})

describe('the rules have a budget', () => {
  const cutShort = /^The texts repeat or list so many words that \d+ of \d+ comparisons/
  const judge = (input: Parameters<typeof checkClaimWith>[0]) =>
    checkClaimWith(input, null, knowledge).catch((error: unknown) => {
      expect(error).toMatchObject({ code: 'unsupported_language' })
      return null
    })

  test.each(shareOf(hostileTexts, 0))('a claim and a source of %s take less than a second of processor time', async (_, make) => {
    const [claim, hostile] = [make(2_000), make(15_000)]
    for (const input of [
      { claim, source: hostile },
      { claim, source: proseOf(15_000) },
      { claim: proseOf(2_000), source: hostile },
    ]) {
      const before = cpuMs()
      await judge(input)
      expect(cpuMs() - before).toBeLessThan(1_000)
    }
  })

  test('five sources that repeat the word of the claim take no longer', async () => {
    const before = cpuMs()
    await checkDeeplyWith({ claim: 'x '.repeat(1_000), sources: [0, 1, 2, 3, 4].map((at) => 'x '.repeat(7_500 - at)) }, null, knowledge)
    expect(cpuMs() - before).toBeLessThan(1_000)
  })

  test('what was not compared is said', async () => {
    const claim = Array.from({ length: 500 }, (_, at) => String(at)).join(' ')
    const source = `Ships ${'2500 '.repeat(700)}sank. `.repeat(4)
    expect((await judge({ claim, source }))?.warnings).toContainEqual(expect.stringMatching(cutShort))
  })

  test('prose of the greatest length is compared in full', async () => {
    const whole = (length: number) => proseOf(length).replace(/[^.]*$/, '')
    const found = await judge({ claim: whole(2_000), source: whole(15_000) })
    expect(found?.verdict).toBe('supported')
    expect(found?.warnings).not.toContainEqual(expect.stringMatching(cutShort))
  })
})
