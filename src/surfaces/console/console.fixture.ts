import { z } from 'zod'
import { networks } from '../../chain/networks.ts'
import { answer, fixedPrice, offer } from '../../offers/offer.ts'
import { facts as serviceFacts } from '../discovery/facts.fixture.ts'
import { pageFactsOf } from './page-facts.ts'
import type { HomeFacts } from './home/home-page.ts'

/** The facts of a whole service, for its pages. */
export const facts: HomeFacts = { ...serviceFacts, payingNetwork: networks[0] ?? null }

export const pageFacts = pageFactsOf(facts)

export const nasty = `"'></textarea></script></style></pre><script>alert(1)</script><img src=x onerror=alert(1)>`

/** An offer of a stranger, whose every text is an attack. */
export const hostileOffer = offer({
  id: 'hostile',
  route: 'GET /v1/hostile/{place}',
  access: fixedPrice('0.01'),
  title: nasty,
  purpose: nasty,
  path: z.object({ place: z.string().describe(nasty) }),
  query: z.object({ kind: z.enum([nasty, 'plain']).optional(), tall: z.string().max(1_000).optional() }),
  answer: z.any(),
  example: {
    path: { place: nasty },
    query: { tall: nasty },
    answer: {
      verdict: nasty,
      score: 7,
      [nasty]: nasty,
      list: [{ [nasty]: nasty, at: 1 }],
      long: [{ text: nasty.repeat(3), deep: { [nasty]: [nasty] } }],
      findings: [{ severity: nasty, title: nasty, file: nasty, location: { startLine: 1 }, snippet: nasty, reason: nasty }],
      mimeType: 'image/svg+xml',
      data: nasty,
      meta: { sources: [{ id: nasty, attribution: nasty }], confidence: 1 },
    },
  },
  run: () => Promise.resolve(answer({})),
})

/** Markup that an attack would have made of the nasty text. */
export function injected(page: string): readonly string[] {
  return [...page.matchAll(/<script>alert|<img src=x|onerror=alert\(1\)>/g)]
    .map(([match]) => match)
    .filter((match) => match.startsWith('<'))
}
