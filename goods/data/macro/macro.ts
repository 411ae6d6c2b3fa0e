import type { DataParts } from '../data-sources.ts'
import { answer, anyOf, fixedPrice, metaOf, offer, orUpstreamProblem, problem, Problem, z } from '../../../src/goods/door.ts'
import { formatUnits } from '../../../src/goods/kit/answers.ts'
import { parseSigned } from '../../../src/goods/kit/http.ts'
import type { Observation } from './series.ts'
import { areaOf } from './countries.ts'
import { findSeries } from './find-series.ts'
import { indicatorOf, indicators } from './indicators.ts'
import type { SeriesRef } from './indicators.ts'
import { macroAnswer, macroExample } from './macro-answer.ts'

const noSuchIndicator = problem({
  code: 'unknown_indicator',
  decidedBy: 'caller',
  status: 404,
  title: 'Unknown indicator',
  fix: 'GET /v1/data lists the indicators.',
})

/** The latest figure of an economic indicator of a country, with those before it. */
export const macro = ({ sources, simulated }: DataParts) =>
  offer({
    id: 'data-macro',
    route: 'GET /v1/data/macro/{country}/{indicator}',
    access: fixedPrice('0.0015'),
    title: 'Economic indicator of a country',
    purpose:
      'The latest figure of an indicator such as inflation, unemployment, growth, debt or the key rate for a country, with the figures before it, what exactly is measured and where it comes from.',
    restsOn: 'Eurostat, ECB, World Bank, FRED: the answer names the series',
    cannotKnow: 'the figure of a month that is not published yet',
    path: z.object({
      country: z
        .string()
        .regex(/^[A-Za-z]{2}$/, 'an ISO 3166 code of two letters such as DE; EA for the euro area, EU for the European Union'),
      indicator: z
        .string()
        .regex(/^[A-Za-z][A-Za-z-]{1,39}$/, 'an indicator such as hicp; GET /v1/data lists them')
        .transform((text) => text.toLowerCase()),
    }),
    query: z.object({
      frequency: z.enum(['monthly', 'quarterly', 'annual'], 'monthly, quarterly or annual').optional().describe('the freshest if left out'),
    }),
    answer: macroAnswer,
    problems: [noSuchIndicator],
    brief: [
      'data.country',
      'data.indicator',
      'data.period',
      'data.value',
      'data.unit',
      'data.frequency',
      'data.previous',
      'data.change',
      'data.source',
    ],
    example: { path: { country: 'DE', indicator: 'unemployment' }, answer: macroExample },
    dataset: {
      freshness: { renewed: 'every 6 hours', maxAgeHours: 48 },
      coverage:
        'The euro area and the European Union from the ECB and Eurostat, by month or quarter where there are such figures; other countries from the World Bank, by year.',
      values: () => ({ indicator: indicators.map(({ id, title, coverage }) => ({ id, title, coverage })) }),
    },
    needs: { sources: [anyOf({ 'ecb-data': ['series'], eurostat: ['series'], 'world-bank': ['series'], fred: ['series'] })] },
    async run({ path, query: { frequency } }, { clock, signal }) {
      const now = clock.now()
      const indicator = indicatorOf(path.indicator)
      if (!indicator) throw new Problem(noSuchIndicator, 'There is no indicator of this name.', { field: 'path.indicator' })
      const area = areaOf(path.country)
      if (!area) throw new Problem('unknown_country', 'No country has this code.', { field: 'path.country' })
      const series = indicator.series(area)
      const wanted = series.filter((one) => frequency === undefined || one.frequency === frequency)
      if (wanted.length === 0 && series.length > 0) throw wrongFrequency(series)
      const found = await findSeries(sources, wanted, now, signal).catch(
        orUpstreamProblem('No source gives this indicator for this country at present.'),
      )
      if (!found)
        throw new Problem('no_data', `There is no such figure for this country. The indicator covers ${indicator.coverage}.`, {
          field: 'path',
        })
      const { ref } = found.value
      const { figures, missing } = describe(found.value.series.observations)
      return answer({
        success: true,
        data: {
          country: area.code,
          countryName: area.name,
          indicator: indicator.id,
          title: indicator.title,
          unit: indicator.unit,
          frequency: ref.frequency,
          definition: ref.definition,
          series: ref.key,
          ...figures,
          source: ref.source,
        },
        timestamp: new Date(now).toISOString(),
        meta: metaOf({ stamps: [found.source], missing, fallback: found.fallback, simulated }),
      })
    },
  })

function wrongFrequency(series: readonly SeriesRef[]): Problem {
  const given = [...new Set(series.map(({ frequency }) => frequency))]
  return new Problem('no_data', 'There are no figures of this frequency for this indicator and country.', {
    field: 'query.frequency',
    expected: given.join(' or '),
  })
}

/** More decimal places than any parsed figure has. */
const decimals = 36

function isKnown(observation: Observation): observation is { period: string; value: string } {
  return observation.value !== null
}

/** @param observations The oldest first; at least one has a value. */
function describe(observations: readonly Observation[]) {
  const history = observations.map(({ period, value }) => ({ period, value }))
  const known = observations.filter(isKnown)
  const latest = known.at(-1)
  const previous = known.at(-2) ?? null
  if (!latest) throw new Error('a series without a figure')
  const change = previous && formatUnits(parseSigned(latest.value, decimals) - parseSigned(previous.value, decimals), decimals)
  return {
    figures: { period: latest.period, value: latest.value, previous, change, history },
    missing: [
      ...(previous ? [] : ['previous', 'change']),
      ...history.flatMap(({ value }, index) => (value === null ? [`history[${index}].value`] : [])),
    ],
  }
}
