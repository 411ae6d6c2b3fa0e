import { expect, test } from 'vitest'
import { z } from 'zod'
import { answer, free, offer } from '../../offers/offer.ts'
import { createFairUse } from './fair-use.ts'

const probe = offer({
  id: 'probe',
  route: 'GET /v1/probe',
  access: free,
  title: 'Probe',
  purpose: 'Asks somebody else.',
  answer: z.object({}),
  example: { answer: {} },
  fairUse: { burst: 2, perMinute: 6 },
  run: () => Promise.resolve(answer({})),
})

/** Some instances that share a ledger, or each with the ledger that is given. */
function instances(count: number, clock: { now(): number }, ledger: Parameters<typeof createFairUse>[0]['ledger'] = memoryLedger()) {
  return Array.from({ length: count }, () => createFairUse({ clock, ledger }))
}

function memoryLedger() {
  const used = new Map<string, number>()
  return {
    async takeQuota({ day, pool, limit }: { readonly day: string; readonly pool: string; readonly limit: number }) {
      const before = used.get(`${day} ${pool}`) ?? 0
      if (before >= limit) return { taken: false, remaining: 0 }
      used.set(`${day} ${pool}`, before + 1)
      return { taken: true, remaining: limit - before - 1 }
    },
  }
}

const hourMs = 3_600_000

test('a client has its runs at once, and new ones as time passes; another client has its own', async () => {
  let now = 0
  const [fairUse] = instances(1, { now: () => now }) as [ReturnType<typeof createFairUse>]
  expect([await fairUse(probe, 'a'), await fairUse(probe, 'a')]).toEqual([null, null])
  expect(await fairUse(probe, 'a')).toMatchObject({ code: 'rate_limited', options: { retryAfter: 10 } })
  expect(await fairUse(probe, 'b')).toBeNull()
  now = 10_000
  expect(await fairUse(probe, 'a')).toBeNull()
})

test('an offer without such a limit, and one with another id, are not held to it', async () => {
  const [fairUse] = instances(1, { now: () => 0 }) as [ReturnType<typeof createFairUse>]
  const open = { ...probe, id: 'open', fairUse: undefined } as unknown as typeof probe
  for (let call = 0; call < 100; call++) expect(await fairUse(open, 'a')).toBeNull()
  expect(await fairUse({ ...probe, id: 'other' }, 'a')).toBeNull()
})

/** Calls of each client at each instance every five seconds, and how many of them were run. */
async function runsInAnHour(uses: readonly ReturnType<typeof createFairUse>[], clients: readonly string[], clock: { at: number }) {
  const runs = Object.fromEntries(clients.map((client) => [client, 0]))
  for (; clock.at < hourMs; clock.at += 5_000)
    for (const use of uses) for (const client of clients) if ((await use(probe, client)) === null) runs[client]! += 1
  return runs
}

test.each([1, 2, 5])('%d instances give a client in an hour what one gives, and another client as much', async (count) => {
  const clock = { at: 0 }
  const uses = instances(count, { now: () => clock.at })
  const runs = await runsInAnHour(uses, ['greedy', 'other'], clock)
  for (const each of Object.values(runs)) {
    expect(each).toBeGreaterThanOrEqual(360)
    expect(each).toBeLessThanOrEqual(362)
  }
  expect(await uses[0]!(probe, 'greedy')).toBeNull()
})

test('a client that keeps the pace of its address at one of several instances is never refused', async () => {
  const clock = { at: 0 }
  const uses = instances(5, { now: () => clock.at })
  for (; clock.at < 2 * hourMs; clock.at += 10_000) expect(await uses[(clock.at / 10_000) % 5]!(probe, 'steady')).toBeNull()
})

test('no client that keeps the pace is refused when the ledger does not answer', async () => {
  const fails = { takeQuota: () => Promise.reject(new Error('down')) }
  const [fairUse] = instances(1, { now: () => 0 }, fails) as [ReturnType<typeof createFairUse>]
  expect(await fairUse(probe, 'a')).toBeNull()
})
