import { describe, expect, test } from 'vitest'
import { buildPrompt } from '../../../../src/llm/prompt.ts'
import { ModelFailure } from '../../../../src/llm/model-failure.ts'
import type { ModelTask } from '../../../../src/llm/model-task.ts'
import { checkClaimTask } from './check-claim.ts'
import { checkDeeplyTask, claimsObjection } from './check-deeply.ts'
import { measureSentimentTask } from './measure-sentiment.ts'
import { reviewCodeTask } from '../../../code-review/offers/review-code-task.ts'
import { translateTextTask } from './translate-text.ts'
import { writeSummaryTask } from './write-summary.ts'

const marker = 'DATA-00112233445566778899aabb'

function read<Input, Result>(task: ModelTask<Input, Result>, input: Input, value: unknown): Result {
  return task.read(value, input, buildPrompt(task.instructions, task.data(input), marker))
}

function refusal<Input>(task: ModelTask<Input, unknown>, input: Input, value: unknown): string {
  try {
    read(task, input, value)
  } catch (error) {
    if (error instanceof ModelFailure) return error.reason
    throw error
  }
  return 'accepted'
}

describe('a verdict', () => {
  const input = { claim: 'The bridge has four lanes.', source: 'Größe 😀: the bridge has four lanes and two tracks.' }
  const said = {
    verdict: 'supported',
    confidence: 0.9,
    quotes: [{ text: 'the bridge has four lanes', stance: 'supports' }],
    reasons: ['full_coverage'],
  }

  test('keeps quotes that are in the source, with their places in code points', () => {
    expect(read(checkClaimTask, input, said)).toMatchObject({
      verdict: 'supported',
      confidence: 0.9,
      evidence: [{ quote: 'the bridge has four lanes', offset: 9, length: 25, stance: 'supports', relevance: 1 }],
      reasons: [{ type: 'full_coverage' }],
      warnings: [],
    })
  })

  test.each([
    ['is not in the source', 'the bridge has five lanes', 'supports'],
    ['is a word that any text has', 'the', 'supports'],
    ['speaks for another verdict', 'the bridge has four lanes', 'related'],
  ])('becomes unverifiable where its only quote %s', (_, text, stance) => {
    const check = read(checkClaimTask, input, { ...said, quotes: [{ text, stance }] })
    expect(check).toMatchObject({ verdict: 'unverifiable', confidence: 0.5, reasons: [] })
    expect(check.warnings.join(' ')).toContain('quotes nothing for it')
  })

  test('is never certain, and its scores add up to 1', () => {
    const { confidence, scores } = read(checkClaimTask, input, { ...said, confidence: 1 })
    expect(confidence).toBe(0.98)
    expect(scores.supported + scores.contradicted + scores.unverifiable).toBeCloseTo(1, 9)
  })

  test.each([
    ['another word', { ...said, verdict: 'true' }],
    ['another member', { ...said, note: 'x' }],
    ['another member in a quote', { ...said, quotes: [{ ...said.quotes[0], page: 1 }] }],
    ['a confidence above 1', { ...said, confidence: 90 }],
    ['a missing member', { verdict: 'supported' }],
    ['a list', [said]],
    ['null', null],
  ])('with %s is refused', (_, value) => {
    expect(refusal(checkClaimTask, input, value)).toBe('answer_malformed')
  })
})

describe('a deep check', () => {
  const input = {
    claim: 'The dam was completed in 1972 and is 94 metres high.',
    sources: ['The dam is 94 metres high.', 'It was built in 1972.'],
  }
  const check = (claim: number, source: number) => ({ claim, source, verdict: 'unverifiable', confidence: 0.8, quotes: [], reasons: [] })
  const all = [check(1, 1), check(1, 2), check(2, 1), check(2, 2)]

  test('has each claim by each source', () => {
    const found = read(checkDeeplyTask, input, { checks: all })
    expect(found.claims.map(({ sources }) => sources.length)).toEqual([2, 2])
    expect(found).toMatchObject({ verdict: 'unverifiable', agreement: null })
  })

  test.each([
    ['leaves one out', all.slice(1)],
    ['has one twice', [...all.slice(1), all[1]]],
    ['has one of a claim that is not there', [...all.slice(1), check(3, 1)]],
    ['has one too many', [...all, check(1, 3)]],
  ])('that %s is refused', (_, checks) => {
    expect(refusal(checkDeeplyTask, input, { checks })).toBe('answer_malformed')
  })

  test('is not begun for more claims than an answer has room for', () => {
    const claim = Array.from({ length: 12 }, (_, index) => `The town number ${index} has a bridge.`).join(' ')
    expect(claimsObjection({ claim, sources: ['x'] })).toBeNull()
    expect(claimsObjection({ claim, sources: ['x', 'y', 'z'] })?.options.extra).toEqual({ maxClaims: 10 })
  })
})

describe('a sentiment', () => {
  const input = { text: 'The room was great. The waiter was rude.', language: null }
  const sentences = [
    { number: 1, positive: 0.9, negative: 0 },
    { number: 2, positive: 0.7, negative: 0.9 },
  ]

  test('is averaged over the sentences, whose texts and places are ours', () => {
    expect(read(measureSentimentTask, input, { language: 'en', sentences })).toMatchObject({
      language: 'en',
      sentences: [
        { text: 'The room was great.', offset: 0, label: 'positive', score: 0.9 },
        { text: 'The waiter was rude.', offset: 20, label: 'negative', score: -0.125 },
      ],
    })
  })

  test.each([
    ['too few sentences', { language: 'en', sentences: sentences.slice(1) }],
    ['a sentence twice', { language: 'en', sentences: [sentences[0], sentences[0]] }],
    ['words for a language', { language: 'English', sentences }],
  ])('with %s is refused', (_, value) => {
    expect(refusal(measureSentimentTask, input, value)).toBe('answer_malformed')
  })
})

describe('a summary', () => {
  const text = 'The harbour of Selby was rebuilt in 2019 for 1,200,000 euro. Traffic doubled. Gulls are common there.'
  const input = { text, length: { sentences: 2 }, style: 'paragraph' } as const
  const say = (...sentences: string[]) => ({ language: 'en', sentences, keyPhrases: ['harbour of Selby', 'flying boats'] })

  test('names numbers and names that the text does not have', () => {
    const found = read(writeSummaryTask, input, say('The port, says Mayor Finch, cost 1.200.000 euro.', 'It was rebuilt in 2018.'))
    expect(found.sentences.map(({ ungrounded }) => ungrounded)).toEqual([['Mayor', 'Finch'], ['2018']])
    expect(found.keyPhrases).toEqual(['harbour of Selby'])
    expect(found.warnings).toHaveLength(1)
  })

  test('is cut to the length that was asked for', () => {
    expect(read(writeSummaryTask, input, say('One.', 'Two.', 'Three.')).summary).toBe('One. Two.')
    const words = { ...input, length: { words: 5 } }
    expect(read(writeSummaryTask, words, say('Traffic has doubled there.', 'Gulls are common.')).summary).toBe('Traffic has doubled there.')
  })

  test('of nothing, and one that repeats its instructions, are refused', () => {
    expect(refusal(writeSummaryTask, input, say())).toBe('answer_empty')
    expect(refusal(writeSummaryTask, input, say(`Fine. ${marker}`))).toBe('answer_leaks')
    expect(refusal(writeSummaryTask, input, say(writeSummaryTask.instructions.task.slice(0, 200)))).toBe('answer_leaks')
  })

  test('may repeat words of the instructions that the text itself has', () => {
    const quoted = writeSummaryTask.instructions.task.slice(0, 200)
    expect(refusal(writeSummaryTask, { ...input, text: `${text} ${quoted}` }, say(quoted))).toBe('accepted')
  })
})

describe('a translation', () => {
  const input = { text: 'Dear {name}, your order has arrived. Please visit us at https://shop.example/a?b=1.', source: null, target: 'de' }
  const say = (translation: string) => ({ sourceLanguage: 'en', translation })
  const right = 'Liebe {name}, Ihre Bestellung ist da. Besuchen Sie uns bitte unter https://shop.example/a?b=1.'

  test('keeps placeholders and addresses', () => {
    expect(read(translateTextTask, input, say(right))).toEqual({ translation: right, sourceLanguage: 'en', warnings: [] })
  })

  test.each([
    ['nothing', '  ', 'answer_empty'],
    ['the text itself', input.text, 'answer_echoes'],
    [
      'one sentence of two',
      'Dear {name}, your order has arrived. Besuchen Sie uns bitte unter https://shop.example/a?b=1.',
      'answer_echoes',
    ],
    ['its first words', 'Liebe {name}', 'answer_incomplete'],
    ['another placeholder', right.replace('{name}', '{Name}'), 'answer_loses_placeholders'],
    ['another address', right.replace('b=1', 'b=2'), 'answer_loses_placeholders'],
  ])('with %s is refused', (_, translation, reason) => {
    expect(refusal(translateTextTask, input, say(translation))).toBe(reason)
  })

  test('into the language of the text is the text', () => {
    expect(refusal(translateTextTask, { ...input, source: 'de' }, say(input.text))).toBe('accepted')
  })
})

describe('a review', () => {
  const code = 'a = 1\nrun(a)\nb = 2\nrun(a)\n'
  const finding = {
    category: 'security',
    severity: 'high',
    confidence: 0.8,
    title: 'Runs it',
    why: 'It is run.',
    howToMend: 'Do not.',
    cwe: ['CWE-95'],
    line: 5,
    quote: 'run(a)',
  }

  test('has its findings where the quoted code is, next to the named line', () => {
    expect(read(reviewCodeTask, { code, language: 'python' }, { findings: [finding] }).findings).toMatchObject([{ line: 4, endLine: 4 }])
  })

  test('leaves out findings whose code is not there', () => {
    const found = read(reviewCodeTask, { code, language: 'python' }, { findings: [{ ...finding, quote: 'exec(a)' }] })
    expect(found).toMatchObject({ findings: [], warnings: [expect.stringContaining('1 finding')] })
  })

  test('with a CWE that is none is refused', () => {
    expect(refusal(reviewCodeTask, { code, language: 'python' }, { findings: [{ ...finding, cwe: ['89'] }] })).toBe('answer_malformed')
  })
})
