import { readJson, source, z } from '../../../../src/goods/door.ts'
import { type Source, type SourceTools, UpstreamRejected, type UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyStatus, RegisterRecord } from '../register-record.ts'
import { candidateOf } from './candidate-of.ts'
import { weightedSum, withoutSeparators } from './check-digits.ts'
import { addressOf, bareRecord, day, joined, line } from './record-fields.ts'
import { createRegister, maxCandidates, nameFeed, patience, recordFeed } from './register-adapter.ts'

export const latviaUr = source({
  id: 'latvia-ur',
  name: 'Register of Enterprises (Latvia), on the open data portal',
  licence: 'CC0 1.0',
  attribution: 'Source: Register of Enterprises of the Republic of Latvia, data.gov.lv',
  resale: 'open',
  homepage: 'https://data.gov.lv/dati/lv/dataset/uz',
  baseUrl: 'https://data.gov.lv',
  standing: 'publisher',
  requestLimit: { requests: 25, perMs: 5_000 },
  patience,
  create: createLatviaUr,
})

const resource = '25e80bf3-f107-4ab4-89ef-251b5b9374e9'
/** The portal's firewall refuses bursts, and does not say until when. */
const burstPauseMs = 60_000

const code = z.union([z.string().max(20), z.number().transform(String)])
const records = z.object({
  success: z.literal(true),
  result: z.object({
    records: z
      .array(
        z.object({
          regcode: code.pipe(z.string().regex(/^\d{11}$/)),
          name: line,
          type: line,
          type_text: line,
          registered: day,
          terminated: day,
          closed: line,
          address: line,
          index: code.nullish(),
        }),
      )
      .max(100),
  }),
})
type Entry = z.output<typeof records>['result']['records'][number]

function createLatviaUr(source: Source, parts: SourceTools) {
  const base = `/dati/lv/api/3/action/datastore_search?resource_id=${resource}`
  const pathOf = (number: string) => `${base}&filters=${encodeURIComponent(JSON.stringify({ regcode: number }))}&limit=1`
  const namePath = (name: string) => `${base}&q=${encodeURIComponent(name)}&limit=${maxCandidates}`
  const record = recordFeed(source, {
    address: pathOf,
    load: (number, signal) =>
      source.ask(
        {
          path: pathOf(number),
          alsoAccept: [403],
          read(answer) {
            const found = readEntries(answer).find(({ regcode }) => regcode === number)
            return found ? recordOf(found) : null
          },
        },
        signal,
      ),
  })
  const names = nameFeed(source, {
    address: namePath,
    load: (name, signal) =>
      source.ask(
        { path: namePath(name), alsoAccept: [403], read: (answer) => readEntries(answer).flatMap((one) => candidateOf(recordOf(one))) },
        signal,
      ),
  })
  return createRegister(parts, {
    country: 'LV',
    source,
    record,
    names,
    normalise,
    fromVat: normalise,
  })
}

/** Eleven digits. Those of companies begin with 4 or more; those of persons with a day, and are not accepted. */
function normalise(text: string): string | null {
  const digits = withoutSeparators(text).replace(/^LV(?=\d)/, '')
  if (!/^[4-9]\d{10}$/.test(digits)) return null
  return weightedSum(digits, [9, 1, 4, 8, 3, 10, 2, 5, 7, 6, 1]) % 11 === 3 ? digits : null
}

function readEntries(answer: UpstreamResponse): Entry[] {
  if (answer.status === 403) throw new UpstreamRejected(429, burstPauseMs)
  return readJson(answer, records).result.records
}

function recordOf(found: Entry): RegisterRecord {
  const { address, index } = found
  const postalCode = index && index !== '0' ? `LV-${index}` : null
  return {
    ...bareRecord('LV', found.regcode),
    legalName: found.name,
    legalForm: { code: found.type, name: found.type_text },
    status: statusOf(found),
    statusText: found.closed,
    address: address === null ? null : addressOf({ text: joined([address, postalCode]), postalCode, country: 'LV' }),
    incorporated: found.registered,
    dissolved: found.terminated,
  }
}

/**
 * `closed` is L after a liquidation and R after a reorganisation, such as a merger. While it is being liquidated the data set does not
 * show it, so "active" means only that the company exists.
 */
function statusOf({ closed, terminated }: Entry): CompanyStatus {
  if (closed === 'R') return 'merged'
  return closed === 'L' || terminated !== null ? 'dissolved' : 'active'
}
