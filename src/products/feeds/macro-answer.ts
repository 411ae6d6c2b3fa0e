import { z } from 'zod'
import { answerMeta } from '../../sources/meta.ts'

const period = z.string().describe('2026-09, 2026-Q2, 2025, or a day')
const value = z.string().describe('decimal string, as it was published')

export const macroAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    country: z.string().describe('ISO 3166 code, EA for the euro area, EU for the European Union'),
    countryName: z.string(),
    indicator: z.string(),
    title: z.string(),
    unit: z.string(),
    frequency: z.enum(['on change', 'daily', 'monthly', 'quarterly', 'annual']),
    definition: z.string().describe('what exactly is measured; differs between sources'),
    series: z.string().describe('by which the source knows it'),
    period,
    value,
    previous: z.object({ period, value }).nullable().describe('the figure before'),
    change: z.string().nullable().describe('from the figure before, as a decimal string'),
    history: z.array(z.object({ period, value: value.nullable() })).describe('the last figures, oldest first, the latest included'),
    source: z.string(),
  }),
  timestamp: z.iso.datetime(),
  simulated: z.boolean().optional(),
  meta: answerMeta,
})

export const macroExample: z.input<typeof macroAnswer> = {
  success: true,
  data: {
    country: 'DE',
    countryName: 'Germany',
    indicator: 'unemployment',
    title: 'Unemployment rate',
    unit: 'per cent of the labour force',
    frequency: 'monthly',
    definition: 'Seasonally adjusted, both sexes, 15 to 74 years',
    series: 'une_rt_m?freq=M&s_adj=SA&age=TOTAL&sex=T&unit=PC_ACT&geo=DE',
    period: '2026-08',
    value: '3.7',
    previous: { period: '2026-07', value: '3.8' },
    change: '-0.1',
    history: [
      { period: '2026-06', value: '3.8' },
      { period: '2026-07', value: '3.8' },
      { period: '2026-08', value: '3.7' },
    ],
    source: 'eurostat',
  },
  timestamp: '2026-10-05T21:34:58.120Z',
  meta: {
    sources: [
      {
        id: 'eurostat',
        url: 'https://ec.europa.eu/eurostat/api/dissemination/statistics/1.0/data/une_rt_m?freq=M&s_adj=SA&age=TOTAL&sex=T&unit=PC_ACT&geo=DE&format=JSON&lang=EN&lastTimePeriod=14',
        asOf: '2026-10-02T09:00:00.000Z',
        licence: 'Free reuse with citation of the source (Commission Decision 2011/833/EU)',
        attribution: 'Source: Eurostat',
        cache: 'hit',
      },
    ],
    degraded: false,
    missing: [],
    simulated: false,
  },
}
