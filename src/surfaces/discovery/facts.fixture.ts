import { z } from 'zod'
import { describedOffers } from '../../../test/described-offers.ts'
import { networks } from '../../chain/networks.ts'
import { answer, fixedPrice, offer } from '../../offers/offer.ts'
import type { ServiceFacts } from './service-facts.ts'

/** An offer with every kind of input. */
const summary = offer({
  id: 'summary',
  route: 'POST /v1/texts/{language}',
  access: fixedPrice('0.02'),
  title: 'Summary | of a text',
  purpose: 'What a text says, in a few words.',
  path: z.object({ language: z.string().length(2) }),
  query: z.object({ words: z.string().regex(/^\d+$/).optional(), tone: z.enum(['plain', 'formal']) }),
  body: z.object({ text: z.string().min(1) }),
  answer: z.object({ summary: z.string() }),
  example: { path: { language: 'en' }, query: { tone: 'plain' }, body: { text: 'A long story.' }, answer: { summary: 'A story.' } },
  run: () => Promise.resolve(answer({ summary: 'A story.' })),
})

/** All real offers, and one that takes a path, a query and a body. */
export const facts: ServiceFacts = {
  offers: [
    ...(await describedOffers({
      discovery: { freeCallsPerDay: 25, protocols: ['x402', 'mpp'], networks: [], playMoney: false },
    })),
    summary,
  ],
  networks: networks.map(({ id, name, asset }) => ({ id, name, asset, settles: true })),
  payTo: `0x${'fee'.padStart(40, '0')}`,
  publicUrl: 'https://api.example.com',
  freeCallsPerDay: 25,
  simulated: false,
  playMoney: false,
  version: '1.2.3',
  contacts: ['mailto:operator@example.com', 'https://example.com/contact'],
  legal: {
    terms: 'https://api.example.com/legal/terms',
    privacy: 'https://api.example.com/legal/privacy',
    refunds: 'https://api.example.com/legal/refunds',
  },
  ownershipProofs: [`0x${'5a'.repeat(65)}`],
  identities: [{ agentRegistry: 'eip155:8453:0x8004A169FB4a3325136EB29fA0ceB6D2e539a432', agentId: 7 }],
}
