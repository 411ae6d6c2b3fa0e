import { describe, expect, test } from 'vitest'
import { priceOf } from '../../offers/offer.ts'
import { formatUsd } from '../../shared/money.ts'
import { facts } from './facts.fixture.ts'
import { llmsTxt } from './llms-txt.ts'

const text = llmsTxt(facts)
const rows = text.split('\n').filter((line) => line.startsWith('| `'))

describe('llms.txt', () => {
  test('has a title, a summary, prices, and absolute links', () => {
    expect(text).toMatch(/^# Farthing\n\n> /)
    expect(text).toContain('](https://api.example.com/openapi.json)')
    expect(text).not.toContain('undefined')
  })

  test('lists every route with its price, in three columns for any title', () => {
    expect(rows).toHaveLength(facts.offers.length)
    for (const [index, offer] of facts.offers.entries()) {
      const columns = rows[index]!.split(/(?<!\\)\|/).map((column) => column.trim())
      expect(columns).toHaveLength(5)
      expect(columns[1]).toBe(`\`${offer.method} ${offer.template}\``)
      expect(columns[3]).toContain(offer.access.kind === 'free' ? 'free' : `$${formatUsd(priceOf(offer))}`)
    }
  })

  test('names every network', () => {
    for (const { id, name } of facts.networks) expect(text).toContain(`${name} (${id})`)
  })

  test('mentions signing only when the service settles', () => {
    const unsettled = llmsTxt({ ...facts, networks: facts.networks.map((network) => ({ ...network, settles: false })) })
    expect([text.includes('x402 version 2'), unsettled.includes('x402 version 2')]).toEqual([true, false])
    expect(unsettled).toContain('Transfer exactly')
  })

  test('says so in the sandbox', () => {
    expect(text).not.toContain('sandbox')
    expect(llmsTxt({ ...facts, simulated: true, playMoney: true })).toContain(
      'This is a sandbox: answers are simulated and payments are play money.',
    )
    expect(llmsTxt({ ...facts, playMoney: true })).toContain('This is a sandbox: answers come from real data and payments are play money.')
  })
})
