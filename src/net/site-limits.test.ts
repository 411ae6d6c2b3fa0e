import { expect, test } from 'vitest'
import { createSiteLimits, zoneOf, type SiteMeasure, type SiteUse } from './site-limits.ts'

const hour = 3_600_000

function setUp() {
  const clock = { time: 1_000_000, now: () => clock.time }
  const limits = createSiteLimits(clock)
  /** Takes in steps until nothing is left, and gives how much that was. */
  const takeAll = (measure: SiteMeasure, use: (step: number) => SiteUse, amount: number) => {
    let [taken, step] = [0, 0]
    while (limits.take(measure, use(step), amount)) {
      taken += amount
      step += 1
    }
    return taken
  }
  return { clock, limits, takeAll }
}

const use = (caller: string, site = 'site.example:443', address: string | null = '192.0.2.1:443'): SiteUse => ({ site, address, caller })

test('one caller has half of what a site may be sent, and callers together have all of it', () => {
  const { takeAll } = setUp()
  expect(takeAll('sent', () => use('one'), 50_000)).toBe(10_000_000)
  expect(takeAll('sent', (step) => use(`caller ${step}`), 50_000)).toBe(10_000_000)
})

test('it comes back over an hour', () => {
  const { clock, takeAll } = setUp()
  takeAll('received', () => use('one'), 50_000)
  clock.time += hour / 2
  expect(takeAll('received', () => use('one'), 50_000)).toBeCloseTo(100_000_000, -6)
})

test('many names of one machine get three times as much as one, from whatever callers', () => {
  const { takeAll } = setUp()
  expect(takeAll('requests', (step) => use(`caller ${step}`, `name-${step}.example:443`), 30)).toBe(60_000)
})

test('what is refused takes nothing from others', () => {
  const { limits, takeAll } = setUp()
  takeAll('sent', () => use('one'), 50_000)
  for (let asked = 0; asked < 1_000; asked += 1) expect(limits.take('sent', use('one'), 50_000)).toBe(false)
  expect(takeAll('sent', () => use('another'), 50_000)).toBe(10_000_000)
})

test('a caller that takes a hundred usual pictures of one site in an hour is served', () => {
  const { limits } = setUp()
  for (let page = 0; page < 100; page += 1) {
    expect(limits.take('requests', use('honest'), 90)).toBe(true)
    expect(limits.take('sent', use('honest'), 60_000)).toBe(true)
    expect(limits.take('received', use('honest'), 1_900_000)).toBe(true)
    expect(limits.take('lookups', use('honest', 'site.example', null), 6)).toBe(true)
  }
})

test.each([
  ['www.site.example', 'site.example'],
  ['a.b.c.site.example', 'site.example'],
  ['site.example', 'site.example'],
  ['a.site.co.uk', 'site.co.uk'],
])('the zone of %s is %s', (name, zone) => expect(zoneOf(name)).toBe(zone))
