import { z } from 'zod'
import { answerMeta } from '../../sources/meta.ts'

const price = z.string().describe('EUR/MWh as a decimal string')

export const energyAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    zone: z.string().describe('bidding zone'),
    date: z.iso.date().describe('delivery day, from midnight to midnight in Central European Time'),
    timeZone: z.literal('Europe/Berlin').describe('in which the day is counted, for all zones'),
    unit: z.literal('EUR/MWh'),
    resolutionMinutes: z
      .union([z.literal(15), z.literal(30), z.literal(60)])
      .describe('length of one interval; 60 where only hours are known'),
    prices: z
      .array(z.object({ start: z.iso.datetime(), price: price.nullable() }))
      .describe('every interval of the day in order: 96 quarter hours, 92 or 100 when the clocks change; null where the source has none'),
    min: z.object({ price, start: z.iso.datetime() }),
    max: z.object({ price, start: z.iso.datetime() }),
    mean: z.string().describe('of all intervals that have a price'),
    cheapestWindow: z
      .object({ minutes: z.int(), start: z.iso.datetime(), end: z.iso.datetime(), mean: z.string() })
      .nullable()
      .describe('the cheapest stretch of that length; null when the day has none without a gap'),
    source: z.string(),
  }),
  timestamp: z.iso.datetime(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

/** In the shape of the real thing; a whole day has 96 prices. */
export const energyExample: z.input<typeof energyAnswer> = {
  success: true,
  data: {
    zone: 'DE-LU',
    date: '2026-10-05',
    timeZone: 'Europe/Berlin',
    unit: 'EUR/MWh',
    resolutionMinutes: 15,
    prices: [
      { start: '2026-10-04T22:00:00.000Z', price: '94.87' },
      { start: '2026-10-04T22:15:00.000Z', price: '91.2' },
      { start: '2026-10-04T22:30:00.000Z', price: '88.03' },
    ],
    min: { price: '-1.5', start: '2026-10-05T11:15:00.000Z' },
    max: { price: '164.9', start: '2026-10-05T17:00:00.000Z' },
    mean: '78.4412',
    cheapestWindow: { minutes: 180, start: '2026-10-05T10:15:00.000Z', end: '2026-10-05T13:15:00.000Z', mean: '3.1183' },
    source: 'energy-charts',
  },
  timestamp: '2026-10-05T06:34:58.120Z',
  meta: {
    sources: [
      {
        id: 'energy-charts',
        url: 'https://api.energy-charts.info/price?bzn=DE-LU&start=2026-10-04&end=2026-10-06',
        asOf: '2026-10-05T06:34:57.902Z',
        licence: 'CC BY 4.0',
        attribution: 'Bundesnetzagentur | SMARD.de, by way of Energy-Charts (Fraunhofer ISE)',
        cache: 'miss',
      },
    ],
    degraded: false,
    missing: [],
    simulated: false,
  },
}
