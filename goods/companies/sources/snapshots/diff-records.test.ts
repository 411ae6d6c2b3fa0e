import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RegisterRecord } from '../register-record.ts'
import { bareRecord } from '../registers/record-fields.ts'
import { diffRecords } from './diff-records.ts'

const sighting = { source: 'krs', day: '2026-11-20', url: 'https://register.example/1' }
const before: RegisterRecord = {
  ...bareRecord('PL', '0000028860'),
  vatId: 'PL7740001454',
  vatRegistered: true,
  legalName: 'POLSKI KONCERN NAFTOWY ORLEN S.A.',
  legalForm: { code: '116', name: 'SPÓŁKA AKCYJNA' },
  status: 'active',
  address: { text: 'ul. Chemików 7, 09-411 Płock', street: null, postalCode: null, city: null, region: null, country: 'PL' },
  capital: { amount: '534636326.25', currency: 'PLN' },
  activities: [{ code: '19.20', scheme: 'PKD', text: null }],
  accounts: [{ year: 2024, periodEnd: '2024-12-31', currency: 'PLN', turnover: '1', netResult: '1' }],
  lastModified: '2026-10-01',
}
const changesOf = (changes: Partial<RegisterRecord>) => diffRecords(before, { ...before, ...changes }, sighting)
const short = (changes: Partial<RegisterRecord>) => changesOf(changes).map(({ type, old, new: now }) => [type, old, now])

describe('the differences of two records', () => {
  test('are events of the day on which the newer one was first seen', () => {
    expect(changesOf({ legalName: 'ORLEN S.A.' })).toEqual([
      {
        id: expect.stringMatching(/^krs:[0-9a-f]{24}$/),
        type: 'name',
        date: null,
        published: '2026-11-20',
        summary: 'The legal name changed.',
        old: 'POLSKI KONCERN NAFTOWY ORLEN S.A.',
        new: 'ORLEN S.A.',
        source: 'krs',
        method: 'snapshot_diff',
        url: 'https://register.example/1',
      },
    ])
  })

  test('have the type of what changed, with the old and the new value', () => {
    expect(short({ address: { ...before.address!, text: 'ul. Nowa 1, Płock' } })).toEqual([
      ['address', 'ul. Chemików 7, 09-411 Płock', 'ul. Nowa 1, Płock'],
    ])
    expect(short({ capital: { amount: '1451177561.25', currency: 'PLN' } })).toEqual([['capital', '534636326.25 PLN', '1451177561.25 PLN']])
    expect(short({ vatRegistered: false })).toEqual([['vat', 'registered', 'not_registered']])
    expect(short({ legalForm: { code: '117', name: null } })).toEqual([['other', 'SPÓŁKA AKCYJNA', '117']])
    expect(short({ activities: [] })).toEqual([['other', '19.20 (PKD)', null]])
    expect(short({ status: 'in_liquidation', statusText: 'likwidacja' })).toEqual([['status', 'active', 'in_liquidation']])
    expect(short({ status: 'insolvent' })).toEqual([['insolvency', 'active', 'insolvent']])
  })

  test('give the day of effect where the record has it', () => {
    expect(changesOf({ status: 'dissolved', dissolved: '2026-11-02' })).toMatchObject([{ type: 'status', date: '2026-11-02' }])
    const accounts = [...before.accounts, { year: 2025, periodEnd: '2025-12-31', currency: 'PLN', turnover: null, netResult: null }]
    expect(changesOf({ accounts })).toMatchObject([{ type: 'accounts', date: '2025-12-31', new: '2025' }])
  })

  test('leave out what is no change of the company', () => {
    expect(short({ vatRegistered: null, vatId: null })).toEqual([])
    expect(short({ accounts: [] })).toEqual([])
    expect(short({ otherNames: [{ name: 'PETROCHEMIA', kind: 'former', from: null, to: null }] })).toEqual([])
    expect(short({ activities: [{ code: '19.20', scheme: 'PKD', text: 'in other words' }] })).toEqual([])
  })

  test('say that the entry changed only where nothing else tells it', () => {
    expect(short({ lastModified: '2026-11-19' })).toEqual([['other', '2026-10-01', '2026-11-19']])
    expect(short({ lastModified: '2026-11-19', legalName: 'ORLEN S.A.' })).toHaveLength(1)
  })

  test('have values of a bounded length', () => {
    const activities = Array.from({ length: 500 }, (_, index) => ({ code: `${index}.20`, scheme: 'PKD', text: null }))
    expect(changesOf({ activities })[0]!.new!.length).toBe(1_000)
  })
})

const word = fc.constantFrom('ALFA', 'BETA', 'GAMMA')
const aRecord: fc.Arbitrary<RegisterRecord> = fc
  .record({
    vatId: fc.option(word, { nil: null }),
    vatRegistered: fc.option(fc.boolean(), { nil: null }),
    legalName: fc.option(word, { nil: null }),
    status: fc.constantFrom<RegisterRecord['status']>('active', 'in_liquidation', 'insolvent', 'merged', 'dissolved', 'unknown'),
    statusText: fc.option(word, { nil: null }),
    dissolved: fc.option(fc.constantFrom('2026-01-01', '2026-02-01'), { nil: null }),
    capital: fc.option(fc.record({ amount: fc.constantFrom('1', '2'), currency: fc.constant('PLN') }), { nil: null }),
    activities: fc.array(fc.record({ code: fc.constantFrom('1.1', '2.2'), scheme: fc.constant('PKD'), text: fc.constant(null) }), {
      maxLength: 3,
    }),
    otherNames: fc.array(
      fc.record({ name: word, kind: fc.constantFrom('former', 'trading'), from: fc.constant(null), to: fc.constant(null) }),
      {
        maxLength: 3,
      },
    ),
    accounts: fc.uniqueArray(
      fc.integer({ min: 2020, max: 2025 }).map((year) => ({ year, periodEnd: null, currency: null, turnover: null, netResult: null })),
      { selector: ({ year }) => year },
    ),
    lastModified: fc.option(fc.constantFrom('2026-01-01', '2026-02-01'), { nil: null }),
  })
  .map((given) => ({ ...bareRecord('PL', '0000028860'), ...given }))

test('equal records have no differences', () => {
  fc.assert(
    fc.property(aRecord, (record) => {
      expect(diffRecords(record, structuredClone(record), sighting)).toEqual([])
    }),
  )
})

test('the same two records give the same ids, each of them once, and another day gives others', () => {
  fc.assert(
    fc.property(aRecord, aRecord, (one, other) => {
      const ids = diffRecords(one, other, sighting).map(({ id }) => id)
      expect(diffRecords(structuredClone(one), structuredClone(other), { ...sighting, url: null }).map(({ id }) => id)).toEqual(ids)
      expect(new Set(ids).size).toBe(ids.length)
      const later = diffRecords(one, other, { ...sighting, day: '2026-11-21' }).map(({ id }) => id)
      expect(later.some((id) => ids.includes(id))).toBe(false)
    }),
  )
})
