import { describe, expect, test } from 'vitest'
import { modelsHere } from '../models/models.fixture.ts'
import { measureSentiment } from './measure-sentiment.ts'

/** The languages of these tests are judged by n-grams. */
const noEncoder = { sentiment: { score: () => Promise.reject(new Error('no encoder is needed')) } }
const measure = (text: string, language: string | null = null) => measureSentiment({ text, language }, noEncoder)

describe.runIf(modelsHere)('sentiment', () => {
  test.each([
    ['es', '¡Me encanta, es una maravilla!', 'Es horrible, una vergüenza y un asco.'],
    ['fr', 'C’est magnifique, j’adore, bravo !', 'Quelle honte, c’est horrible et nul.'],
    ['de', 'Das ist wunderbar, ich liebe es!', 'So ein Mist, das ist furchtbar und schlecht.'],
    ['it', 'Bellissimo, grazie di cuore, vi adoro!', 'Che schifo, una vergogna, pessimo.'],
    ['pt', 'Adorei, que lindo, parabéns!', 'Que horror, odeio isso, péssimo.'],
  ])('in %s praise is positive and abuse is negative', async (language, praise, abuse) => {
    expect((await measure(praise, language)).score).toBeGreaterThan(0.2)
    expect((await measure(abuse, language)).score).toBeLessThan(-0.2)
  })

  test('finds the sentences at their code points', async () => {
    const text = '😀 Das Hotel ist wunderschön. Das Essen war leider ekelhaft und eine Katastrophe.'
    const { sentences, label } = await measure(text, 'de')
    for (const { text: sentence, offset, length } of sentences) expect([...text].slice(offset, offset + length).join('')).toBe(sentence)
    expect(sentences.at(-1)?.label).toBe('negative')
    expect(label).toBe('mixed')
  })

  test('detects the language, and the named one wins', async () => {
    expect((await measure('Il ristorante era pessimo e il servizio molto lento.')).language.code).toBe('it')
    expect((await measure('Il ristorante era pessimo e il servizio molto lento.', 'es')).language).toEqual({ code: 'es', confidence: 1 })
  })

  test('refuses languages without a model', async () => {
    await expect(measure('Det här är en mycket bra film och jag tycker om den.')).rejects.toMatchObject({ code: 'unsupported_language' })
    await expect(measure('Film', 'sv')).rejects.toMatchObject({ code: 'unsupported_language', options: { field: 'body.language' } })
  })

  test('joins the sentences of a text with very many', async () => {
    const text = 'Das ist gut. '.repeat(1_500).trim()
    const { sentences, warnings } = await measure(text, 'de')
    expect(sentences.length).toBeLessThanOrEqual(128)
    expect(sentences.at(-1)!.offset + sentences.at(-1)!.length).toBe(text.length)
    expect(warnings).toHaveLength(1)
  })
})
