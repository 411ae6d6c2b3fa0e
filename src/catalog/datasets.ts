import { z } from 'zod'
import { isoTime } from '../offers/answer-figures.ts'
import { answerMeta } from '../offers/answer-meta.ts'
import { answer, free, offer } from '../offers/offer.ts'
import type { AnyOffer } from '../offers/offer.ts'
import { ownMeta } from '../sources/policy/meta.ts'
import { dataset, describeDataset } from './describe-dataset.ts'

function isDataset({ template }: AnyOffer): boolean {
  return template.startsWith('/v1/data/')
}

/** The free catalog of all datasets: it holds every offer below /v1/data. */
export const datasets = offer({
  id: 'datasets',
  route: 'GET /v1/data',
  access: free,
  title: 'Catalog of the datasets',
  purpose: 'Every dataset with its price, parameters, freshness, coverage, sources and their licences. Read it before you buy data.',
  restsOn: 'the catalogue of the datasets',
  cannotKnow: 'whether a source answers in the next minute',
  brief: ['datasets[].id', 'datasets[].price.usd'],
  answer: z.object({
    datasets: z.array(dataset),
    timestamp: isoTime,
    meta: answerMeta,
  }),
  example: {
    answer: {
      datasets: [
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
          freshness: { renewed: 'when the next fix is published', maxAgeHours: 144 },
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
      meta: ownMeta(false),
    },
  },
  // It has 120 KB. What is available may be as old as this.
  steadyMs: 2_000,
  run: (_, context) =>
    Promise.resolve(
      answer({
        datasets: context.catalog.offers.filter(isDataset).map((one) => describeDataset(one, context)),
        timestamp: new Date(context.clock.now()).toISOString(),
        meta: ownMeta(context.sources.simulated),
      }),
    ),
})
