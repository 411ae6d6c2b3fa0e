import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandboxCompany } from '../sandbox/population/sandbox-companies.ts'
import type { StandInRequest as Asked } from '../../../src/goods/stand-in.ts'
import { vies } from '../sandbox/vies.ts'
import type { UpstreamResponse } from '../../../src/net/exchange.ts'
import { z } from 'zod'
import { gleif } from '../sandbox/gleif.ts'
import { gleifRecord, leiRecordOf } from './gleif-record.ts'
import { readViesAnswer } from './vies-answer.ts'

/**
 * Checks the adapters and their stand-ins against answers that others recorded from the real services. The recordings are not part of this
 * project. To run these tests, put them into a folder and name it: `COMPANY_RECORDINGS=/a/folder npx vitest run goods/companies`.
 *
 * `vies/`: the files of `tests/Fixtures/Vies` in the public repository `id-sign/business-registers`, and `get-orlen.json`, the answer to
 * `GET /ms/PL/vat/7740001454`. `gleif/record.json`: the answer to `GET /lei-records/HWUPKR0MPOU8FGXBT394`.
 */
const folder = process.env['COMPANY_RECORDINGS'] ?? ''
const recording = (name: string) => readFileSync(join(folder, name))

function answerOf(body: Uint8Array, status = 200): UpstreamResponse {
  return { status, header: () => null, list: () => null, body, chunks: [body] }
}
const cez = { country: 'CZ', number: '45274649' }
const verdict = (registration: Record<string, unknown>) => ({
  kind: 'verdict',
  registration: {
    registered: true,
    name: null,
    legalName: registration['name'] ?? null,
    tradeName: null,
    address: null,
    consultationNumber: null,
    ...registration,
  },
})

/** Every member of a value with its type: `name: string`. */
function shapeOf(value: unknown, path = ''): string[] {
  if (Array.isArray(value)) return value.length === 0 ? [] : shapeOf(value[0], `${path}[]`)
  if (typeof value !== 'object' || value === null) return [`${path}: ${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([name, member]) => shapeOf(member, `${path}.${name}`))
}

function asked(path: string, method = 'GET', body = ''): Asked {
  return { url: new URL(path, 'http://stand-in'), method, body, userAgent: '', now: Date.parse('2026-10-03T21:02:05.698Z'), faults: {} }
}

describe.skipIf(!existsSync(join(folder, 'vies')))('a recording of VIES', () => {
  it.each([
    [
      'valid-cez.json',
      cez,
      { name: 'ČEZ, a. s.', address: 'Duhová 1444/2, PRAHA 4 - MICHLE, 140 00 PRAHA 4', checkedAt: '2026-10-03T21:02:05.698Z' },
    ],
    [
      'valid-with-requester.json',
      cez,
      {
        name: 'ČEZ, a. s.',
        address: 'Duhová 1444/2, PRAHA 4 - MICHLE, 140 00 PRAHA 4',
        consultationNumber: 'WAPIAAAAaEDkvhHx',
        checkedAt: '2026-10-03T21:02:07.169Z',
      },
    ],
    ['invalid.json', { country: 'CZ', number: '11111111' }, { registered: false, checkedAt: '2026-10-03T21:02:07.463Z' }],
    ['valid-de-no-name.json', { country: 'DE', number: '811115368' }, { checkedAt: '2026-10-03T21:02:09.001Z' }],
    ['valid-es-trader-match.json', { country: 'ES', number: 'A15075062' }, { checkedAt: '2026-10-04T15:34:53.673Z' }],
    [
      'get-orlen.json',
      { country: 'PL', number: '7740001454' },
      { name: 'ORLEN SPÓŁKA AKCYJNA', address: 'CHEMIKÓW 7, 09-411 PŁOCK', checkedAt: '2026-10-08T04:42:27.326Z' },
    ],
  ])('%s is read field by field', (name, number, registration) => {
    expect(readViesAnswer(answerOf(recording(`vies/${name}`)), number)).toEqual(verdict(registration))
  })

  it('of a refusal is no verdict, and none of its text is kept', () => {
    const read = readViesAnswer(answerOf(recording('vies/http-400.json'), 400), cez)
    expect(read).toMatchObject({ kind: 'no_verdict', reason: 'not_understood' })
    expect(JSON.stringify(read)).not.toContain('SENTINEL')
  })

  it('without the verdict is refused', () => {
    expect(() => readViesAnswer(answerOf(recording('vies/missing-valid.json')), cez)).toThrow('not understood')
  })

  it('about another number is refused', () => {
    expect(() => readViesAnswer(answerOf(recording('vies/valid-cez.json')), { country: 'CZ', number: '00000019' })).toThrow(
      'not understood',
    )
  })

  it.each([
    ['valid-cez.json', asked('/check-vat-number', 'POST', JSON.stringify({ countryCode: 'CZ', vatNumber: '45274649' }))],
    ['invalid.json', asked('/check-vat-number', 'POST', JSON.stringify({ countryCode: 'CZ', vatNumber: '11111111' }))],
    ['http-400.json', asked('/check-vat-number', 'POST', '{')],
    ['get-orlen.json', asked('/ms/PL/vat/7740001454')],
  ])('%s has the shape of the stand-in’s answer', (name, question) => {
    expect(sandboxCompany('cez').vatId).toBe('CZ45274649')
    expect(shapeOf(JSON.parse(String(vies.answer(question).body)))).toEqual(shapeOf(JSON.parse(recording(`vies/${name}`).toString())))
  })
})

describe.skipIf(!existsSync(join(folder, 'gleif')))('a recording of GLEIF', () => {
  const body = (): unknown => JSON.parse(recording('gleif/record.json').toString())

  it('is read field by field', () => {
    const address = { region: 'US-CA', country: 'US' }
    expect(leiRecordOf(z.object({ data: gleifRecord }).parse(body()).data)).toEqual({
      lei: 'HWUPKR0MPOU8FGXBT394',
      legalName: 'Apple Inc.',
      otherNames: [{ name: 'Apple Computer, Inc.', kind: 'former', from: null, to: null }],
      legalAddress: {
        ...address,
        text: 'C/O C T Corporation System, 330 N. Brand Blvd, Suite 700, 91203 Glendale, US',
        street: 'C/O C T Corporation System, 330 N. Brand Blvd, Suite 700',
        postalCode: '91203',
        city: 'Glendale',
      },
      headquarters: {
        ...address,
        text: 'One Apple Park Way, 95014 Cupertino, US',
        street: 'One Apple Park Way',
        postalCode: '95014',
        city: 'Cupertino',
      },
      jurisdiction: 'US-CA',
      registerAuthority: 'RA000598',
      registerNumber: '806592',
      legalForm: 'H1UM',
      entityStatus: 'ACTIVE',
      registrationStatus: 'ISSUED',
      created: '1977-01-03',
      nextRenewal: '2027-03-08',
      lastUpdate: '2026-03-03T16:34:33.000Z',
      successor: null,
    })
  })

  it('has the members of the stand-in’s answer', () => {
    const names = (value: unknown) => shapeOf(value).map((line) => line.replace(/(?:\[\])?: .*/, ''))
    const recorded = new Set(names(body()))
    // Orlen has a former name, as the recorded company does.
    const ours = names(JSON.parse(gleif.answer(asked('/lei-records/259400VVMM70CQREJT74')).body as string))
    expect(ours.filter((name) => !recorded.has(name))).toEqual([])
  })
})
