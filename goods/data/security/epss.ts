import { readJson, source, z } from '../../../src/goods/door.ts'
import { type Feed, plainDecimal, type Source, validRows } from '../../../src/goods/kit/http.ts'
import { cveFreshness, cveId } from './cve.ts'

export const epss = source({
  id: 'epss',
  name: 'FIRST EPSS',
  licence: 'Free use with attribution',
  attribution: 'Exploit Prediction Scoring System (EPSS), https://www.first.org/epss',
  resale: 'open',
  homepage: 'https://www.first.org/epss/api',
  baseUrl: 'https://api.first.org',
  standing: 'publisher',
  origin: 'first',
  create: createEpss,
})

/** The probability that a vulnerability is exploited within 30 days. */
export interface ExploitPrediction {
  /** Decimal strings from 0 to 1. */
  readonly probability: string
  /** Share of all vulnerabilities with the same or a lower probability. */
  readonly percentile: string
  /** Day of the score, YYYY-MM-DD. */
  readonly date: string
}

export interface Epss {
  readonly source: Source
  /** By CVE id; null for one without a score. */
  readonly score: Feed<ExploitPrediction | null>
}

/** Numbers come as strings, small ones perhaps with an exponent. */
const share = z
  .union([z.string().max(40), z.number()])
  .transform(plainDecimal)
  .pipe(z.string().regex(/^(?:0(?:\.\d{1,24})?|1(?:\.0{1,24})?)$/))
const scores = z.object({
  status: z.literal('OK'),
  data: z.array(z.unknown()).max(100),
})
const score = z.object({ cve: cveId, epss: share, percentile: share, date: z.iso.date() })

function createEpss(source: Source): Epss {
  const pathOf = (id: string) => `/data/v1/epss?cve=${id}`
  const feed = source.feed<ExploitPrediction | null>({
    name: 'score',
    size: 20_000,
    freshness: cveFreshness,
    asOf: (value) => value && Date.parse(value.date),
    address: pathOf,
    load: (id, signal) =>
      source.ask(
        {
          path: pathOf(id),
          read(answer) {
            const found = validRows(readJson(answer, scores).data, score).find((row) => row.cve === id)
            return found ? { probability: found.epss, percentile: found.percentile, date: found.date } : null
          },
        },
        signal,
      ),
  })
  return { source, score: feed }
}
