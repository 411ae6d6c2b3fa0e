import { z } from 'zod'
import { answer, free, offer } from '../../offer.ts'
import type { AnyOffer } from '../../offer.ts'
import { dataDoor, describeDoor } from './describe-door.ts'

const below = '/v1/data/'

function isDoor({ template }: AnyOffer): boolean {
  return template.startsWith(below)
}

/** The free catalogue of all data doors: whatever is for sale below /v1/data is in it. */
export const dataDoors = offer({
  id: 'data-doors',
  route: 'GET /v1/data',
  access: free,
  title: 'Catalogue of the data doors',
  purpose: 'Every data door with its price, parameters, freshness, coverage, sources and their licences. Read it before you buy data.',
  answer: z.object({
    doors: z.array(dataDoor),
    timestamp: z.iso.datetime(),
    simulated: z.boolean().optional().describe('true in the sandbox: answers are made from stand-in data'),
  }),
  example: {
    answer: {
      doors: [
        {
          id: 'data-fx',
          method: 'GET',
          path: '/v1/data/fx/{base}/{quote}',
          url: 'https://farthing.example/v1/data/fx/{base}/{quote}',
          title: 'Foreign exchange reference rate',
          purpose: 'Reference rate of two currencies by the European Central Bank.',
          access: 'fixed',
          price: { usd: '0.0015', baseUnits: '1500' },
          available: true,
          parameters: [{ name: 'base', in: 'path', required: true, schema: { type: 'string' }, values: null }],
          freshness: { renewed: 'when the next fix is out', oldestHours: 144 },
          coverage: 'The currencies that the European Central Bank fixes against the euro.',
          sources: [
            {
              id: 'ecb',
              name: 'European Central Bank',
              licence: 'Free reuse with citation of the source',
              attribution: 'Source: European Central Bank, euro foreign exchange reference rates',
              resale: 'open',
              homepage: 'https://www.ecb.europa.eu/',
              enabled: true,
            },
          ],
          example: { url: 'https://farthing.example/v1/data/fx/USD/GBP', answer: { success: true } },
        },
      ],
      timestamp: '2026-10-05T21:34:58.120Z',
    },
  },
  run: (_, context) =>
    Promise.resolve(
      answer({
        doors: context.catalogue.offers.filter(isDoor).map((one) => describeDoor(one, context)),
        timestamp: new Date(context.clock.now()).toISOString(),
        ...(context.sources.simulated ? { simulated: true } : {}),
      }),
    ),
})
