import { readJson, source, z } from '../../../../src/goods/door.ts'
import type { Source, SourceTools, UpstreamResponse } from '../../../../src/goods/kit/http.ts'
import type { CompanyStatus, RegisterRecord } from '../register-record.ts'
import { candidateOf } from './candidate-of.ts'
import { weightedSum, withoutSeparators } from './check-digits.ts'
import { addressOf, bareRecord, joined, line } from './record-fields.ts'
import { createRegister, nameFeed, patience, recordFeed } from './register-adapter.ts'

export const ariregister = source({
  id: 'ariregister',
  name: 'e-Business Register (Estonia)',
  licence: 'Open data of the e-Business Register; its autocomplete needs no agreement',
  attribution: 'Source: e-Business Register, Centre of Registers and Information Systems (RIK), Estonia',
  resale: 'open',
  homepage: 'https://avaandmed.ariregister.rik.ee/en',
  baseUrl: 'https://ariregister.rik.ee',
  standing: 'publisher',
  requestLimit: { requests: 25, perMs: 5_000 },
  patience,
  create: createAriregister,
})

const hits = z.object({
  status: z.literal('OK'),
  data: z
    .array(
      z.object({
        reg_code: z.union([z.int().positive().transform(String), z.string().regex(/^\d{1,8}$/)]),
        name: line,
        status: line,
        legal_address: line,
        zip_code: z.union([z.string().max(20), z.number().transform(String)]).nullish(),
      }),
    )
    .max(200),
})
type Hit = z.output<typeof hits>['data'][number]

const statuses: Readonly<Record<string, CompanyStatus>> = { R: 'active', L: 'in_liquidation', N: 'insolvent', K: 'dissolved' }

function createAriregister(source: Source, parts: SourceTools) {
  const pathOf = (text: string) => `/est/api/autocomplete?q=${encodeURIComponent(text)}`
  const record = recordFeed(source, {
    address: pathOf,
    load: (code, signal) => source.ask({ path: pathOf(code), read: (answer) => readHit(answer, code) }, signal),
  })
  const names = nameFeed(source, {
    address: pathOf,
    load: (name, signal) =>
      source.ask(
        { path: pathOf(name), read: (answer) => readJson(answer, hits).data.flatMap((one) => candidateOf(recordOf(one))) },
        signal,
      ),
  })
  return createRegister(parts, {
    country: 'EE',
    source,
    record,
    names,
    normalise,
    // A VAT number has nine digits of its own.
    fromVat: () => null,
  })
}

/** Eight digits of which the last is a check digit; a second row of weights helps where the first gives ten. */
function normalise(text: string): string | null {
  const digits = withoutSeparators(text)
  if (!/^\d{8}$/.test(digits)) return null
  const first = weightedSum(digits, [1, 2, 3, 4, 5, 6, 7]) % 11
  const check = first < 10 ? first : weightedSum(digits, [3, 4, 5, 6, 7, 8, 9]) % 11
  return Number(digits[7]) === check % 10 ? digits : null
}

/** It also finds numbers that begin with these digits. */
function readHit(answer: UpstreamResponse, code: string): RegisterRecord | null {
  const found = readJson(answer, hits).data.find((one) => one.reg_code === code)
  return found ? recordOf(found) : null
}

function recordOf(found: Hit): RegisterRecord {
  const address = found.legal_address
  const postalCode = found.zip_code ?? null
  return {
    ...bareRecord('EE', found.reg_code),
    legalName: found.name,
    status: (found.status === null ? undefined : statuses[found.status]) ?? 'unknown',
    statusText: found.status,
    address: address === null ? null : addressOf({ text: joined([address, postalCode]), postalCode, country: 'EE' }),
  }
}
