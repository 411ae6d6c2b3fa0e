import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { check402Input } from '../check-402/check-402-input.ts'
import { receive402 } from '../check-402/receive-402.ts'
import { checkTerms } from './check-terms.ts'
import { faultTable } from './fault-table.ts'
import { knownNetworks } from './known-tokens.ts'
import { readTerms } from './read-terms.ts'
import { hostile402s } from '../../../test/e2e/hostile-402s.ts'
import { harmless402s, treacherous402s } from '../../../test/e2e/treacherous-402s.ts'

const all402s = [...hostile402s, ...treacherous402s, ...harmless402s]
/** What only an answer of a seller, the lists of sanctions or a score shows: `e2e/check-402.full.test.ts` asks for these. */
const notInTerms = new Set(['not_reached', 'payee_blocked', 'payee_not_screened', 'price_unknown', 'payee_fraud'])

describe('the faults of a 402', () => {
  test.each(all402s.filter(({ request }) => 'headers' in request || 'body' in request))('$what', async ({ request, codes }) => {
    const input = check402Input.parse(request)
    const received = await receive402(input, undefined as never, new AbortController().signal)
    if (received.kind !== 'received') throw new Error(received.fault.code)
    const networks = knownNetworks({ get: () => undefined })
    const known = { networks, url: input.url ?? null, knownPayees: input.knownPayees ?? [] }
    const { faults, offers } = checkTerms(readTerms(received.answer, Date.now()), known)
    const found = [...faults, ...offers.flatMap((offer) => offer.faults)].map(({ code }) => code)
    expect(found).toEqual(expect.arrayContaining(codes.filter((code) => !notInTerms.has(code))))
  })

  test('are each in goods/readiness/check-402.md with the fix, as is every case', async () => {
    const page = await readFile(new URL('../check-402.md', import.meta.url), 'utf8')
    for (const { what, codes, advice } of all402s) {
      expect(page).toContain(`| ${what} | ${codes.length === 0 ? 'price' : codes.map((code) => `\`${code}\``).join(', ')} | ${advice} |`)
    }
    for (const [code, { severity, fix }] of Object.entries(faultTable)) expect(page).toContain(`| \`${code}\` | ${severity} | ${fix} |`)
  })

  test('are each provoked by some case', () => {
    const provoked = new Set(all402s.flatMap(({ codes }) => codes))
    expect(Object.keys(faultTable).filter((code) => !provoked.has(code))).toEqual([])
  })
})
