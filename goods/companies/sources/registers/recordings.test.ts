import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { makeDeclared } from '../../../../src/sources/declared-source.ts'
import type { CompanyRegister } from '../company-register.ts'
import { startTestUpstream } from '../../../../src/sources/policy/test-upstream.fixture.ts'
import { ares } from './czechia-ares.ts'
import { prh } from './finland-prh.ts'
import { brreg } from './norway-brreg.ts'
import { krs } from './poland-krs.ts'
import { rpo } from './slovakia-rpo.ts'

/*
 * Checks the adapters against answers that others recorded from the real registers, since an adapter and its stand-in share the
 * mistakes of their author. The recordings are not ours, so they are not here. Put them into a directory as JSON files with the names
 * below, or as text with the JSON in one fenced block, and run: COMPANY_RECORDINGS=<directory> npx vitest run recordings.test.ts
 */
const directory = process.env['COMPANY_RECORDINGS'] ?? ''
const { signal } = new AbortController()

function recording(name: string): unknown {
  const text = readFileSync(join(directory, name), 'utf8')
  return JSON.parse(/```(?:json|text)?\n([\s\S]*?)```/.exec(text)?.[1] ?? text)
}

const recordings = [
  {
    file: 'brreg-923609016.json',
    source: brreg,
    number: '923609016',
    expected: {
      legalName: 'EQUINOR ASA',
      vatId: 'NO923609016MVA',
      vatRegistered: true,
      status: 'active',
      legalForm: { code: 'ASA', name: 'Allmennaksjeselskap' },
      incorporated: '1972-09-18',
      capital: { amount: '5976872600', currency: 'NOK' },
      address: { text: 'Forusbeen 50, 4035 STAVANGER', street: 'Forusbeen 50', postalCode: '4035', city: 'STAVANGER', country: 'NO' },
      postalAddress: { street: 'Postboks 8500' },
      otherNames: [
        { name: 'Den norske stats oljeselskap a.s', kind: 'former', from: '1995-03-12', to: '2001-05-11' },
        { name: 'STATOIL ASA' },
        { name: 'STATOILHYDRO ASA' },
        { name: 'STATOIL ASA', to: '2018-05-16' },
      ],
      activities: [{ code: '06.100', text: 'Utvinning av råolje' }, { code: '06.200' }, { code: '19.200' }],
      accounts: [{ year: 2025 }],
    },
  },
  {
    file: 'prh-0112038-9.json',
    source: prh,
    number: '0112038-9',
    expected: {
      legalName: 'Nokia Oyj',
      vatId: 'FI01120389',
      vatRegistered: true,
      status: 'active',
      legalForm: { code: '17', name: 'Public limited company' },
      incorporated: '1896-12-19',
      address: { text: 'Karakaari 7, 02610 ESPOO', country: 'FI' },
      postalAddress: { street: 'PL 226', postalCode: '00045' },
      activities: [{ code: '70100', scheme: 'TOIMI4', text: 'Activities of head offices' }],
      lastModified: '2026-08-19T10:04:06',
    },
  },
  {
    file: 'ares-45274649.json',
    source: ares,
    number: '45274649',
    expected: {
      legalName: 'ČEZ, a. s.',
      vatId: 'CZ45274649',
      vatRegistered: true,
      status: 'active',
      legalForm: { code: '121' },
      incorporated: '1992-05-06',
      address: {
        text: 'Duhová 1444/2, Michle, 14000 Praha 4',
        street: 'Duhová 1444/2',
        postalCode: '14000',
        city: 'Praha 4',
        region: 'Hlavní město Praha',
        country: 'CZ',
      },
      lastModified: '2026-09-17',
    },
  },
  {
    file: 'ares-10803351.json',
    source: ares,
    number: '10803351',
    expected: { legalName: 'New Power Engineering a.s.', vatRegistered: false, status: 'active', address: { city: 'Jinočany' } },
  },
  {
    file: 'krs-0000028860.json',
    source: krs,
    number: '0000028860',
    expected: {
      legalName: 'ORLEN SPÓŁKA AKCYJNA',
      vatId: 'PL7740001454',
      status: 'active',
      legalForm: { name: 'SPÓŁKA AKCYJNA' },
      incorporated: '2001-07-19',
      address: { text: 'CHEMIKÓW 7, 09-411 PŁOCK, MAZOWIECKIE', country: 'PL' },
      lastModified: '2026-09-17',
    },
  },
  {
    file: 'rpo-31322832.json',
    source: rpo,
    number: '31322832',
    expected: {
      legalName: 'SLOVNAFT, a.s.',
      status: 'active',
      incorporated: '1992-05-01',
      otherNames: [
        { name: 'SLOVNAFT a.s.', kind: 'former', from: '1992-04-29', to: '1998-11-29' },
        { name: 'SLOVNAFT , a.s.', from: '1998-11-30', to: '2008-05-29' },
      ],
      address: { text: 'Vlčie hrdlo 1, 82412 Bratislava', country: 'SK' },
      lastModified: '2026-07-09',
    },
  },
] as const

describe.skipIf(directory === '')('a recorded answer', () => {
  test.each(recordings)('is read member by member: $file', async ({ file, source, number, expected }) => {
    if (!existsSync(join(directory, file))) return expect.fail(`${file} is missing in COMPANY_RECORDINGS`)
    const body = recording(file)
    const { declared, parts } = await startTestUpstream(() => ({ body }))
    const found = await makeDeclared<Pick<CompanyRegister, 'byNumber'>>(source, { ...declared, settings: {} }, parts).adapter.byNumber(
      number,
      signal,
    )
    expect(found).toMatchObject({ status: 'found', value: { registerNumber: number, ...expected } })
  })
})
