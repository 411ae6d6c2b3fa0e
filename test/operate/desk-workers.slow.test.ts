import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freePort } from '../../src/service/listen.ts'
import { startProcess, type ServiceProcess } from '../service-process.ts'
import { openLedgerPlaces, type LedgerPlaces } from './both-engines.ts'

const token = 'desk-desk-desk-desk-desk-desk-desk-desk'

describe('the desk of several workers', () => {
  let places: LedgerPlaces
  let apart: ServiceProcess
  let together: ServiceProcess
  let desk: string
  beforeAll(async () => {
    places = await openLedgerPlaces('PostgreSQL')
    const port = await freePort('127.0.0.1', 0)
    desk = `http://127.0.0.1:${port}`
    const common = { WORKERS: '2', SANDBOX_BLOCK_MS: '100', LOG_LEVEL: 'silent', OPERATOR_TOKEN: token }
    apart = await startProcess({ ...(await places.make()), ...common, METRICS_PORT: String(port) })
    together = await startProcess({ ...(await places.make()), ...common })
  })
  afterAll(async () => {
    apart?.child.kill('SIGKILL')
    together?.child.kill('SIGKILL')
    await places?.close()
  })

  const bearer = { headers: { Authorization: `Bearer ${token}` } }
  async function signIn(url: string): Promise<string> {
    const answer = await fetch(`${url}/operator/sign-in`, { method: 'POST', body: new URLSearchParams({ token }), redirect: 'manual' })
    expect(answer.status).toBe(303)
    return answer.headers.get('set-cookie')!.split(';')[0]!
  }

  test('is on the port of the metrics, where the parent hands its requests to a worker, with the address of who sent them', async () => {
    expect((await fetch(`${apart.url}/operator`)).status).toBe(404)
    expect((await fetch(`${desk}/operator`)).status).toBe(401)
    expect((await fetch(`${desk}/operator/api/summary`, bearer)).status).toBe(200)
    expect((await fetch(`${desk}/metrics`)).status).toBe(200)
    const cookie = await signIn(desk)
    expect(await (await fetch(`${desk}/operator`, { headers: { cookie } })).text()).toContain('All is well')
    const price = await fetch(`${desk}/operator/api/prices/market-price`, {
      method: 'POST',
      body: '{"usd":"0.02"}',
      headers: { ...bearer.headers, 'Content-Type': 'application/json' },
    })
    expect(await price.json()).toMatchObject({ usd: '0.02', done: true })
    for (let tries = 0; tries < 10; tries++) await fetch(`${desk}/operator/api/summary`, { headers: { Authorization: 'Bearer wrong' } })
    // The token that was right from this address stays right: the worker knows the address.
    expect((await fetch(`${desk}/operator/api/summary`, { headers: { Authorization: 'Bearer wrong' } })).status).toBe(429)
    expect((await fetch(`${desk}/operator/api/summary`, bearer)).status).toBe(200)
  })

  test('knows its sessions at each worker', async () => {
    const cookie = await signIn(together.url)
    const statuses = await Promise.all(
      Array.from(
        { length: 12 },
        async () => (await fetch(`${together.url}/operator`, { headers: { cookie, connection: 'close' } })).status,
      ),
    )
    expect(new Set(statuses)).toEqual(new Set([200]))
  })
})
