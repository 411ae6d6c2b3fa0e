import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, test } from 'vitest'
import { runsOf } from '../../../test/support/runs.ts'
import { createGuardedFetch } from '../../net/guarded-fetch.ts'
import { systemClock, systemTimers } from '../../ops/system.ts'
import { createSiteVisits, type SiteReading, type SiteVisit, type VisitLimits } from './site-visits.ts'

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})

/** A site by its name, which counts what it is asked, and a visit to it. */
async function visitTo(listener: RequestListener, limits: Partial<VisitLimits> = {}) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url!)
    listener(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fetch = createGuardedFetch({ allowedEndpoints: new Set([`127.0.0.1:${port}`]) }, { timers: systemTimers })
  const sandboxSites = new Map([['site.example', `http://127.0.0.1:${port}`]])
  const visits = createSiteVisits({ fetch, clock: systemClock, timers: systemTimers, sandboxSites })
  const visit = visits.open({ maxRequests: 6, maxMs: 20_000, requestMs: 20_000, ...limits })
  closing.push(() => {
    visit.close()
    server.closeAllConnections()
    server.close()
  })
  return { visit, asked }
}

const outcome = (reading: SiteReading) => (reading.kind === 'answered' ? reading.answer.status : reading.reason)
const get = (visit: SiteVisit, path: string, request = {}) => visit.get(`https://site.example${path}`, request).then(outcome)

/** `/3/ok` leads over three redirects to an answer; other ends fail after them. */
const leading: RequestListener = ({ url = '' }, response) => {
  const [, left, end] = url.split('/')
  if (left !== '0') return void response.writeHead(302, { location: `/${Number(left) - 1}/${end}` }).end()
  if (end === 'cut') return void response.socket!.destroy()
  if (end === 'long') return void response.end('x'.repeat(5_000))
  if (end === 'headers') return void response.writeHead(200, { 'x-long': 'x'.repeat(20_000) }).end()
  if (end === 'coded') return void response.writeHead(200, { 'content-encoding': 'secret' }).end('x')
  if (end === 'private') return void response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  response.end('ok')
}

describe('a visit', () => {
  test.each([
    ['cut', 'connection'],
    ['long', 'too_large'],
    ['headers', 'headers_too_large'],
    ['coded', 'encoding'],
    ['private', 'address'],
  ])('counts the redirects that it followed before a failure (%s)', async (end, reason) => {
    const { visit, asked } = await visitTo(leading)
    expect(await get(visit, `/2/${end}`, { maxBytes: 1_000 })).toBe(reason)
    expect([visit.requests(), asked.length]).toEqual([3, 3])
  })

  test('counts nothing for an address that is never asked', async () => {
    const { visit, asked } = await visitTo(leading)
    expect(outcome(await visit.get('https://10.0.0.1/'))).toBe('address')
    expect([visit.requests(), asked.length]).toEqual([0, 0])
  })

  test('reads as many documents as it has requests, whatever their redirects might have been', async () => {
    const { visit, asked } = await visitTo(leading)
    expect(await Promise.all(Array.from({ length: 7 }, () => get(visit, '/0/ok')))).toEqual([200, 200, 200, 200, 200, 200, 'budget'])
    expect([visit.requests(), asked.length]).toEqual([6, 6])
  })

  test('never makes more requests than it may, and says how many it made, whatever the site does', async () => {
    const path = fc.tuple(fc.nat(6), fc.constantFrom('ok', 'cut', 'long', 'headers', 'coded', 'private')).map(([n, end]) => `/${n}/${end}`)
    await fc.assert(
      fc.asyncProperty(fc.array(path, { minLength: 1, maxLength: 12 }), fc.integer({ min: 1, max: 10 }), async (paths, maxRequests) => {
        const { visit, asked } = await visitTo(leading, { maxRequests })
        await Promise.all(paths.map((one) => get(visit, one, { maxBytes: 1_000, maxRedirects: 3 })))
        expect(asked.length).toBeLessThanOrEqual(maxRequests)
        expect(visit.requests()).toBe(asked.length)
      }),
      { numRuns: runsOf(40) },
    )
  })
})
