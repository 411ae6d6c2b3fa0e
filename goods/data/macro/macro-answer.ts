import { publisher } from '../../../src/goods/kit/http.ts'
import { answerMeta, metaOf, z } from '../../../src/goods/door.ts'
import { countryCode, decimal, identifier, isoTime, period, text } from '../../../src/goods/kit/answers.ts'

const observed = period.describe('2026-09, 2026-Q2, 2025, or a day')
const value = decimal.describe('As it was published')

export const macroAnswer = z.object({
  success: z.boolean(),
  data: z.object({
    country: countryCode.describe('ISO 3166 code, EA for the euro area, EU for the European Union'),
    countryName: text,
    indicator: identifier,
    title: text,
    unit: text,
    frequency: z.enum(['on change', 'daily', 'monthly', 'quarterly', 'annual']),
    definition: text.describe('What exactly is measured; it differs between sources'),
    series: identifier.describe("The source's name of the series"),
    period: observed,
    value,
    previous: z.object({ period: observed, value }).nullable().describe('The figure before'),
    change: decimal.nullable().describe('From the figure before'),
    history: z
      .array(z.object({ period: observed, value: value.nullable() }))
      .describe('The last figures, oldest first, the latest included'),
    source: identifier,
  }),
  timestamp: isoTime,
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
  meta: metaOf({
    stamps: [
      {
        id: 'eurostat',
        standing: publisher('eurostat'),
        url: 'https://ec.europa.eu/eurostat/api/dissemination/statistics/1.0/data/une_rt_m?freq=M&s_adj=SA&age=TOTAL&sex=T&unit=PC_ACT&geo=DE&format=JSON&lang=EN&lastTimePeriod=14',
        asOf: '2026-10-02T09:00:00.000Z',
        licence: 'Free reuse with citation of the source (Commission Decision 2011/833/EU)',
        attribution: 'Source: Eurostat',
        cache: 'hit',
      },
    ],
    simulated: false,
  }),
}
