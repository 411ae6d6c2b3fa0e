import { describe, expect, test } from 'vitest'
import { numberOfNamed } from '../sandbox/lists/entries-of.ts'
import { listSources } from './list-sources.ts'
import { never, useListWorld } from './list-world.fixture.ts'

const hour = 3_600_000
const { open, loaded, requests } = useListWorld()

describe('screening', () => {
  test('finds a person on every list that has them, with the facts of each list', async () => {
    const { sources: world } = await loaded()
    const { kind, verdict, score, matches } = await world.sanctions.screen('Osama bin Laden')
    expect([kind, verdict]).toEqual(['name', 'match'])
    expect(score).toBeGreaterThan(0.95)
    expect(matches.map(({ list }) => list).toSorted()).toEqual(['eu', 'ofac-sdn', 'uk', 'un'])
    expect(matches.find(({ list }) => list === 'ofac-sdn')).toMatchObject({
      entry: numberOfNamed('ofac-sdn', 'bin-laden'),
      kind: 'person',
      strength: 'match',
      matched: 'Usama BIN LADEN',
      name: 'Usama bin Muhammad bin Awad BIN LADIN',
      weakAlias: false,
      programmes: ['SDGT'],
      births: ['1957-07-30', '1957-03-10'],
      countries: ['SA', 'YE'],
      currency: null,
      listVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    })
  })

  test('finds addresses exactly, those with 0x in any case, with their currency', async () => {
    const { sources: world } = await loaded()
    const of = async (address: string) => {
      const { kind, verdict, matches } = await world.sanctions.screen(address)
      return [kind, verdict, ...matches.map(({ list, name, currency }) => `${list} ${name} ${currency}`)]
    }
    const lazarus = ['address', 'match', 'ofac-sdn LAZARUS GROUP ETH', 'uk LAZARUS GROUP ETH']
    expect(await of('0x098B716B8Aaf21512996dC57EB0615e2383E2f96')).toEqual(lazarus)
    expect(await of('0x098b716b8aaf21512996dc57eb0615e2383e2f96')).toEqual(lazarus)
    expect(await of('0X098B716B8AAF21512996DC57EB0615E2383E2F96')).toEqual(lazarus)
    expect(await of('3SandboxListedAddress3333333333333')).toEqual([
      'address',
      'match',
      'ofac-sdn LAZARUS GROUP XBT',
      'uk LAZARUS GROUP XBT',
    ])
    expect(await of('3sandboxlistedaddress3333333333333')).toEqual(['address', 'inconclusive'])
    expect(await of('1SandboxRemarkedAddress11111111111')).toEqual(['address', 'match', 'ofac-sdn LAZARUS GROUP XBT'])
    expect(await of('0x0000000000000000000000000000000000000001')).toEqual(['address', 'clear'])
  })

  test('a weak alias is a case for review, never a match', async () => {
    const { sources: world } = await loaded()
    const { verdict, matches } = await world.sanctions.screen('El Chapo')
    expect([verdict, matches[0]?.weakAlias, matches[0]?.strength]).toEqual(['review', true, 'review'])
  })

  test('hints distinguish people of the same name', async () => {
    const { sources: world } = await loaded()
    const verdict = async (hints: object) => (await world.sanctions.screen('Ratko Mladić', { hints })).verdict
    expect([await verdict({ birthYear: 1942 }), await verdict({ birthYear: 1990 }), await verdict({ country: 'BA' })]).toEqual([
      'match',
      'review',
      'match',
    ])
  })

  test('an unlisted name is clear, unless its script cannot be read', async () => {
    const { sources: world } = await loaded()
    expect(await world.sanctions.screen('Marie Curie')).toMatchObject({
      verdict: 'clear',
      score: 0,
      matches: [],
      inconclusiveBecause: null,
    })
    expect(await world.sanctions.screen('习近平')).toMatchObject({ verdict: 'inconclusive', inconclusiveBecause: 'script_not_read' })
  })
})

describe('when a source is down', () => {
  test('its list is used for 48 hours; then a match on it does not count, nothing is clear, and matches on others stay', async () => {
    const one = await loaded()
    const { sanctions } = one.sources
    one.upstreams.setMode('uk-sanctions', 'outage')
    one.pass(47 * hour)
    await sanctions.load(never)
    expect(await sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
    one.pass(2 * hour)
    await sanctions.load(never)
    expect(sanctions.lists().filter(({ fresh }) => !fresh)).toMatchObject([{ id: 'uk', version: expect.any(String) }])
    expect(sanctions.stamps().filter(({ cache }) => cache === 'stale')).toMatchObject([{ id: 'uk-sanctions' }])
    expect(await sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'inconclusive', inconclusiveBecause: 'list_not_fresh' })
    // On the UK list alone.
    const onUk = await sanctions.screen('Åke Sören Lindqvist-Björk')
    expect([onUk.verdict, onUk.matches[0]?.list, onUk.matches[0]?.strength]).toEqual(['inconclusive', 'uk', 'match'])
    expect(await sanctions.screen('Ratko Mladić')).toMatchObject({ verdict: 'match' })
    expect(sanctions.standing()).toBe('available')
  })

  test('if it never answered, its list is missing and the others are used', async () => {
    const one = await open()
    one.upstreams.setMode('eu-sanctions', 'garbage')
    await one.sources.sanctions.load(never)
    expect(one.sources.sanctions.lists().find(({ id }) => id === 'eu')).toMatchObject({ version: null, checkedAt: null, fresh: false })
    expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'inconclusive' })
    expect(await one.sources.sanctions.screen('Joseph Kony')).toMatchObject({ verdict: 'match' })
    one.upstreams.setMode('eu-sanctions', 'ok')
    one.pass(hour)
    await one.sources.sanctions.load(never)
    expect(await one.sources.sanctions.screen('Marie Curie')).toMatchObject({ verdict: 'clear' })
  })

  test('screening is down when all are down from the start, and disabled without requests when one is switched off that no other repeats', async () => {
    const one = await open()
    for (const id of listSources) one.upstreams.setMode(id, 'outage')
    await one.sources.sanctions.load(never)
    expect(one.sources.sanctions.standing()).toBe('down')
    const off = await open({ disabled: new Set(['uk-sanctions']) })
    await off.sources.sanctions.load(never)
    expect([off.sources.sanctions.standing(), ...requests(off)]).toEqual(['disabled', 0, 0, 0, 0])
    expect(await off.sources.sanctions.screen('Ratko Mladić')).toMatchObject({ verdict: 'inconclusive' })
  })
})
