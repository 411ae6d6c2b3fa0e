import { describe, expect, test } from 'vitest'
import { factsInWords } from '../../offers/facts-in-words.ts'
import { facts } from './facts.fixture.ts'
import { llmsFullTxt } from './llms-full-txt.ts'
import { llmsTxt } from './llms-txt.ts'

const text = llmsFullTxt(facts)

describe('llms-full.txt', () => {
  test('starts with the text of llms.txt', () => {
    expect(text.startsWith(llmsTxt(facts))).toBe(true)
  })

  test.each(facts.offers.map((offer) => [offer.id, offer] as const))('describes %s with a request and its answer', (_, offer) => {
    const from = text.indexOf(`### ${offer.title}`)
    expect(from).toBeGreaterThan(0)
    const section = text.slice(from, text.indexOf('\n### ', from + 1) === -1 ? undefined : text.indexOf('\n### ', from + 1))
    expect(section).toContain(offer.purpose)
    expect(section).toContain(factsInWords(offer))
    const answer = /```json\n([\s\S]+?)\n```/.exec(section)?.[1] ?? ''
    expect(JSON.parse(answer)).toEqual(JSON.parse(JSON.stringify(offer.example.answer)))
    for (const name of Object.keys(offer.example.query ?? {})) expect(section).toContain(`- query \`${name}\``)
  })

  test('shows the whole of a request that has a body', () => {
    expect(text).toContain(
      'POST https://api.example.com/v1/texts/en?tone=plain\nContent-Type: application/json\n\n{"text":"A long story."}\n',
    )
    expect(text).toContain('- path `language` `{"type":"string","minLength":2,"maxLength":2}`')
    expect(text).toContain('- query `words` (optional)')
  })
})
