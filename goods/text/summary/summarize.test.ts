import { describe, expect, test } from 'vitest'
import { loadEncoders, readModels } from '../models/load-encoders.ts'
import { modelDirectory } from '../models/model-directory.ts'
import { modelsHere } from '../models/models.fixture.ts'
import { summarize } from './summarize.ts'
import type { SummaryLength } from './summary.ts'

const news = `The city council of Marlow voted on Tuesday to close the old bridge to cars from next spring. The decision ends four years of debate between residents and shopkeepers. About 9,000 vehicles cross the bridge every day. Mayor Ann Reed said repairs would cost 14 million euro, twice what had been expected. A ferry will run every ten minutes during the works. "We had no choice," Dr. Reed said. Children from the local school sang at the meeting 🎵. Engineers found cracks in two of its five piers last autumn. The council will decide on a new bridge in 2028.`

const abstract = `Ships leave wakes that can be seen from space. However, most wakes are lost in clouds. Radar sees through clouds, but its pictures are noisy. We present a method that finds wakes in noisy radar pictures, and show that it doubles the share of ships that are found. Gulls are common at sea.`

const german = `Die Stadt schließt die alte Brücke im Frühjahr für Autos. Täglich überqueren 9.000 Fahrzeuge die Brücke. Die Reparatur der Brücke kostet 14 Millionen Euro. Kinder sangen ein Lied. Eine Fähre ersetzt die Brücke während der Arbeiten.`

describe.runIf(modelsHere)('a summary', async () => {
  const encoders = modelsHere ? await loadEncoders(await readModels(modelDirectory)) : null
  const summaryOf = (text: string, length: SummaryLength, style: 'paragraph' | 'bullets' = 'paragraph') =>
    summarize({ text, length, style }, encoders!)

  test('of an abstract is what its authors did', async () => {
    expect((await summaryOf(abstract, { sentences: 1 })).summary).toMatch(/^We present a method/)
  })

  test('of news has its first sentence, and not the children who sang', async () => {
    const { summary, sentences } = await summaryOf(news, { sentences: 3 })
    expect(summary).toMatch(/^The city council of Marlow voted/)
    expect(summary).not.toContain('Children')
    expect(sentences).toHaveLength(3)
  })

  test('quotes the text at its code points, in its order', async () => {
    const { sentences } = await summaryOf(news, { sentences: 8 })
    const points = [...news]
    for (const { text, offset, length } of sentences) expect(points.slice(offset, offset + length).join('')).toBe(text)
    expect(sentences.map(({ index }) => index)).toEqual(sentences.map(({ index }) => index).toSorted((one, other) => one - other))
  })

  test('has at most the words that were asked for', async () => {
    expect((await summaryOf(news, { words: 40 })).summaryLength).toBeLessThanOrEqual(40)
    const { summaryLength, originalLength } = await summaryOf(news, { ratio: 0.3 })
    expect(summaryLength / originalLength).toBeLessThanOrEqual(0.31)
  })

  test('with bullets is a list', async () => {
    const { summary, bullets } = await summaryOf(news, { sentences: 2 }, 'bullets')
    expect(summary).toBe(bullets.map((bullet) => `- ${bullet}`).join('\n'))
    expect(bullets).toHaveLength(2)
  })

  test('of a text in another language is made by words alone, and says so', async () => {
    const { summary, language, warnings } = await summaryOf(german, { sentences: 2 })
    expect(language.code).toBe('de')
    expect(summary).toContain('Brücke')
    expect(summary).not.toContain('sangen')
    expect(warnings[0]).toMatch(/not in English/)
  })

  test('of a short text, of marks or of one word is the text', async () => {
    for (const text of ['Yes.', '!!!', '😀', 'word '.repeat(50).trim()])
      expect((await summaryOf(text, { sentences: 3 })).summary).toBe(text)
  })

  test('of a long text looks at every part of it', async () => {
    const parts = Array.from({ length: 40 }, (_, part) => news.replaceAll('bridge', `bridge ${part}`))
    const { sentences, warnings } = await summaryOf(parts.join('\n\n').slice(0, 30_000), { sentences: 12 })
    // The parts say the same, so that it ends before it repeats itself.
    expect(sentences.length).toBeGreaterThanOrEqual(5)
    expect(new Set(sentences.map(({ text: said }) => said.replaceAll(/\d+/g, ''))).size).toBeGreaterThan(2)
    expect(warnings).toHaveLength(1)
  })
})
