import { afterAll, beforeAll, expect, test } from 'vitest'
import { startUpstreams, type Upstreams } from '../../sandbox/upstreams/start-upstreams.ts'
import { readConfig } from '../config/config.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import { silentLog } from '../shared/log.ts'
import { everyStandIn } from '../../sandbox/upstreams/every-stand-in.ts'
import { ownSourceIds, ownSources } from '../../test/own-sources.ts'
import { askSources } from './check-sources.ts'

let upstreams: Upstreams
beforeAll(async () => {
  upstreams = await startUpstreams({ log: silentLog, served: await everyStandIn() })
})
afterAll(() => upstreams?.close())

const ask = (env: Readonly<Record<string, string>>, timeoutMs = 60_000) =>
  askSources(readConfig({ MODE: 'live', ...env }).config, {
    baseUrls: Object.fromEntries(Object.entries(upstreams.baseUrls).map(([id, url]) => [id, `${url}/`])),
    timeoutMs,
    ofLines: ownSources,
    clock: systemClock,
    timers: systemTimers,
  })
const counts = () => Object.fromEntries(Object.keys(upstreams.baseUrls).map((id) => [id, upstreams.requests(id)]))

test('every source that is on gets one request, and those that are off get none', async () => {
  const before = counts()
  const [finding, ...more] = await ask({ SOURCES_DISABLED: 'kraken' })
  expect(more).toEqual([])
  const asked = Object.entries(counts()).filter(([id, requests]) => requests > before[id]!)
  expect(finding).toMatchObject({ status: 'ok', found: `all ${asked.length} sources that are on can be reached` })
  expect(asked.every(([id, requests]) => requests === before[id]! + 1)).toBe(true)
  const ids = asked.map(([id]) => id)
  expect(ids).toContain('ecb')
  // Switched off, and without a contract.
  expect(ids).not.toContain('kraken')
  expect(ids).not.toContain('coingecko')
})

test('a source that can not be reached is named with the reason and the fix, and hides no other; an error of its own is an answer', async () => {
  for (const [id, mode] of [
    ['ecb', 'outage'],
    ['epss', 'error'],
    ['eurostat', 'rate-limited'],
  ] as const)
    upstreams.setMode(id, mode)
  const found = await ask({})
  for (const id of ['ecb', 'epss', 'eurostat']) upstreams.setMode(id, 'ok')
  expect(found).toEqual([
    {
      check: 'sources',
      subject: 'ecb',
      status: 'warning',
      found: "it can't be reached: connection",
      fix: 'let this machine reach it (DNS, firewall, proxy), or switch it off in SOURCES_DISABLED',
    },
  ])
})

test('a source that does not answer is given up after its time', async () => {
  upstreams.setMode('ecb', 'slow')
  const others = ownSourceIds.filter((id) => id !== 'ecb')
  const found = await ask({ SOURCES_DISABLED: others.join(',') }, 200)
  upstreams.setMode('ecb', 'ok')
  expect(found).toMatchObject([{ subject: 'ecb', found: "it can't be reached: timeout" }])
})

test('a sandbox asks its own stand-ins only, so there is nothing to reach', async () => {
  expect(await ask({ MODE: 'sandbox' })).toEqual([])
})
