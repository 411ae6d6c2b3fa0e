import { relay } from '../../../src/goods/kit/http.ts'
import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import { decimal, identifier, isoDate, isoTime, quantity } from '../../../src/goods/kit/answers.ts'

const price = decimal.describe('EUR/MWh')

export const energyAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    zone: identifier.describe('Bidding zone'),
    date: isoDate.describe('Delivery day, from midnight to midnight in Central European Time'),
    timeZone: z.literal('Europe/Berlin').describe('The time zone of the day, for all bidding zones'),
    unit: z.literal('EUR/MWh'),
    resolutionMinutes: z
      .union([z.literal(15), z.literal(30), z.literal(60)])
      .describe('Length of one interval; 60 where only hours are known'),
    prices: z
      .array(z.object({ startsAt: isoTime, price: price.nullable() }))
      .describe('Every interval of the day in order: 96 quarter hours, 92 or 100 when the clocks change; null where the source has none'),
    min: z.object({ price, startsAt: isoTime }),
    max: z.object({ price, startsAt: isoTime }),
    mean: price.describe('EUR/MWh, of all intervals that have a price'),
    cheapestWindow: z
      .object({ minutes: quantity, startsAt: isoTime, endsAt: isoTime, mean: price })
      .nullable()
      .describe('The cheapest period of that length; null when every such period has a gap'),
    source: identifier,
  }),
  timestamp: isoTime,
  meta: answerMeta,
})

/** A shortened example; a whole day has 96 prices. */
export const energyExample: z.input<typeof energyAnswer> = {
  success: true,
  data: {
    zone: 'DE-LU',
    date: '2026-10-05',
    timeZone: 'Europe/Berlin',
    unit: 'EUR/MWh',
    resolutionMinutes: 15,
    prices: [
      { startsAt: '2026-10-04T22:00:00.000Z', price: '94.87' },
      { startsAt: '2026-10-04T22:15:00.000Z', price: '91.2' },
      { startsAt: '2026-10-04T22:30:00.000Z', price: '88.03' },
    ],
    min: { price: '-1.5', startsAt: '2026-10-05T11:15:00.000Z' },
    max: { price: '164.9', startsAt: '2026-10-05T17:00:00.000Z' },
    mean: '78.4412',
    cheapestWindow: { minutes: 180, startsAt: '2026-10-05T10:15:00.000Z', endsAt: '2026-10-05T13:15:00.000Z', mean: '3.1183' },
    source: 'energy-charts',
  },
  timestamp: '2026-10-05T06:34:58.120Z',
  meta: metaOf({
    stamps: [
      {
        id: 'energy-charts',
        standing: relay('day-ahead-auction'),
        url: 'https://api.energy-charts.info/price?bzn=DE-LU&start=2026-10-04&end=2026-10-06',
        asOf: '2026-10-05T06:34:57.902Z',
        licence: 'CC BY 4.0',
        attribution: 'Bundesnetzagentur | SMARD.de, by way of Energy-Charts (Fraunhofer ISE)',
        cache: 'miss',
      },
    ],
    simulated: false,
  }),
}
