import { describe, expect, test } from 'vitest'
import { entriesAfter, storedLists, writeEntries } from '../list-rows.ts'
import { never, useListWorld } from '../list-world.fixture.ts'
import type { Sanctions } from '../sanctions.ts'

const minute = 60_000
const { loaded, open, useLoadedStore, store, requests, change } = useListWorld()

async function said(sanctions: Sanctions, query: string, hints = {}): Promise<string[]> {
  const { verdict, inconclusiveBecause, matches } = await sanctions.screen(query, { hints })
  return [
    verdict,
    ...(inconclusiveBecause ? [inconclusiveBecause] : []),
    ...matches.map((one) => `${one.list} ${one.name}: ${one.matchedAs} ${one.matched}`),
  ]
}

describe('a listed number', () => {
  test('is found however it is written, on every list that gives it', async () => {
    const { sanctions } = (await loaded()).sources
    const ship = ['match', 'ofac-sdn ARTAVIL: imo 9187629']
    for (const query of ['9187629', 'IMO 9187629', 'imo9187629', 'IMO no. 918-7629', 'MV Artavil IMO 9187629']) {
      expect(await said(sanctions, query), query).toEqual(ship)
    }
    expect(await said(sanctions, 'MMSI 572 469 210')).toEqual(['match', 'ofac-sdn ARTAVIL: mmsi 572469210'])
    const name = 'PUBLIC JOINT STOCK COMPANY SBERBANK OF RUSSIA'
    for (const [query, as, number] of [
      ['SABRRUMM', 'bic', 'SABRRUMM'],
      ['BIC SABRRUMMXXX', 'bic', 'SABRRUMM'],
      ['ИНН 7707083893', 'tax_number', '7707083893'],
      ['1027700132195', 'register_number', '1027700132195'],
    ]) {
      const [verdict, ...found] = await said(sanctions, query ?? '')
      expect([verdict, ...found.toSorted()], query).toEqual([
        'match',
        ...['eu', 'ofac-sdn', 'uk'].map((list) => `${list} ${name}: ${as} ${number}`),
      ])
    }
    const [, ...onUn] = await said(sanctions, 'passport PS381420397')
    expect(onUn.map((one) => one.split(' ')[0] ?? '').toSorted()).toEqual(['ofac-sdn', 'uk', 'un'])
    expect((await said(sanctions, 'swift FTBDKPPY')).filter((one) => one.startsWith('un '))).toHaveLength(1)
    expect((await said(sanctions, 'call sign UBXZ9'))[1]).toBe('ofac-sdn AKADEMIK ORLOVSKY: call_sign UBXZ9')
    expect((await said(sanctions, 'EP-GOL'))[0]).toBe('match')
    expect((await said(sanctions, 'MSN 1013409297'))[0]).toBe('match')
  })

  test('that may be another one of the same digits is for a person to compare, unless the name is there too', async () => {
    const { sanctions } = (await loaded()).sources
    expect((await said(sanctions, '7731265'))[0]).toBe('inconclusive')
    expect((await said(sanctions, 'AN7731265'))[0]).toBe('match')
    expect((await said(sanctions, 'id AN7731265'))[0]).toBe('match')
    expect((await said(sanctions, '14850239'))[0]).toBe('review')
    expect((await said(sanctions, 'company number 14850239'))[0]).toBe('match')
    expect((await said(sanctions, 'Garantex 14850239'))[0]).toBe('match')
  })

  test('of somebody born in another year is for a person to compare', async () => {
    const { sanctions } = (await loaded()).sources
    expect((await said(sanctions, 'passport AN7731265', { birthYear: 1990 }))[0]).toBe('review')
    expect((await said(sanctions, 'passport AN7731265', { birthYear: 1964 }))[0]).toBe('match')
  })
})

describe('a number on no list', () => {
  test.each([
    '5892464',
    'IMO 9074729',
    'MMSI 211331640',
    'passport X1234567',
    'A1234567',
    'BIC DEUTDEFF',
    'DE89370400440532013000',
    'jane@example.com',
    '+49 30 123456',
    'IMO 9187628',
  ])('proves nothing: %s', async (query) => {
    const { sanctions } = (await loaded()).sources
    expect(await said(sanctions, query)).toEqual(['inconclusive', 'number_not_listed'])
  })

  test('beside a name leaves the name clear, and the answer says what was compared', async () => {
    const { sanctions } = (await loaded()).sources
    const { verdict, kind, compared } = await sanctions.screen('Marie Curie, passport X1234567')
    expect([verdict, kind, compared]).toEqual([
      'clear',
      'name',
      [
        { as: 'name', text: 'Marie Curie' },
        { as: 'passport', text: 'X1234567' },
      ],
    ])
  })

  test('does not hide a listed name', async () => {
    const { sanctions } = (await loaded()).sources
    expect((await said(sanctions, 'Osama bin Laden passport X1234567'))[0]).toBe('match')
    expect((await said(sanctions, 'MV Artavil IMO 9074729'))[0]).not.toBe('clear')
  })
})

describe('nothing that could be compared', () => {
  test.each([
    ['nothing_compared', ['Ltd', 'Mr', 'Mr. Dr.', 'x', '12', 'N/A', 'null', 'GmbH & Co. KG', 'passport', '2020-01-01']],
    [
      'address_not_read',
      [
        'vitalik.eth',
        'cosmos1vhn2sqatxqt8hydlpmg8ju5zlu7kuq0l0qz8zn',
        '0x098b716B8Aaf21512996dC57EB0615e2383E2f97',
        `0x${'12'.repeat(32)}`,
      ],
    ],
  ])('is %s and never clear', async (reason, queries) => {
    const { sanctions } = (await loaded()).sources
    for (const query of queries) expect(await said(sanctions, query), query).toEqual(['inconclusive', reason])
  })

  test('beside a name that is clear', async () => {
    const { sanctions } = (await loaded()).sources
    expect(await said(sanctions, 'Marie Curie vitalik.eth')).toEqual(['inconclusive', 'address_not_read'])
    expect(await said(sanctions, 'Mr Ltd 0x0000000000000000000000000000000000000001')).toEqual(['clear'])
  })
})

describe('lists that were stored before their numbers were read', () => {
  /** The rows of the UN's list as an earlier version wrote them. */
  async function forgetNumbers(): Promise<void> {
    const un = (await store().read(storedLists, undefined)).find(({ list }) => list === 'sandbox:un')
    if (!un) throw new Error('the list of the UN is loaded')
    const { list, generation } = un
    const rows = await store().read(entriesAfter, { list, generation, after: '', limit: 10_000 })
    const older = rows.map(({ id, entry }) => {
      const { identifiers: _, ...rest } = JSON.parse(entry) as { identifiers: unknown }
      return { id, entry: JSON.stringify(rest) }
    })
    await store().write(writeEntries, { list, generation, rows: older })
    await change(un, { digest: 'of these rows' })
  }

  test('clear names and no numbers, and are read again at once', async () => {
    await useLoadedStore()
    await forgetNumbers()
    const one = await open()
    await one.sources.sanctions.follow(never)
    const { sanctions } = one.sources
    expect(await said(sanctions, 'Marie Curie')).toEqual(['clear'])
    expect(await said(sanctions, 'Marie Curie passport X1234567')).toEqual(['inconclusive', 'numbers_not_read'])
    expect(await said(sanctions, 'IMO 9074729')).toEqual(['inconclusive', 'numbers_not_read'])
    // What another list gives is found.
    expect((await said(sanctions, 'IMO 9187629'))[0]).toBe('match')
    await sanctions.load(never)
    expect(requests(one)).toEqual([0, 0, 2, 0])
    expect(await said(sanctions, 'Marie Curie passport X1234567')).toEqual(['clear'])
    expect((await said(sanctions, 'passport PS381420397')).some((found) => found.startsWith('un '))).toBe(true)
    one.pass(minute)
    await sanctions.load(never)
    expect(requests(one)).toEqual([0, 0, 2, 0])
  })
})
