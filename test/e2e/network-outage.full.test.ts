import { afterAll, beforeAll, expect, test } from 'vitest'
import { createForwarder, type Forwarder } from '../forwarder.ts'
import { priceOfBitcoin, termsOf } from '../signed-payments.ts'
import { startTestService, type TestService } from '../start-test-service.ts'

const base = 'eip155:8453'
const patiently = { interval: 50 }

let nodes: Map<string, Forwarder>
let service: TestService
beforeAll(async () => {
  nodes = new Map()
  service = await startTestService({
    // Refusals are noticed at once whatever this is, and networks that answer slowly on a busy machine must stay.
    env: { NODE_ANSWER_MS: '2000' },
    async endpoints({ endpoints }) {
      const behind = endpoints.map(async ({ network, urls }) => {
        const node = await createForwarder(urls[0]!)
        await node.open()
        nodes.set(network, node)
        return { network, urls: [node.url] }
      })
      return Promise.all(behind)
    },
  })
})
afterAll(async () => {
  for (const node of nodes.values()) await node.open().catch(() => {})
  await service?.close()
  for (const node of nodes.values()) await node.close()
})

const offered = async () => (await termsOf(service.url, priceOfBitcoin)).accepts.map(({ network }) => network)
const statusAt = async (path: string) => (await fetch(service.url + path)).status

test.each([
  ['refuses', (node: Forwarder) => node.close()],
  ['hangs', (node: Forwarder) => node.hang()],
])('a network whose node %s leaves the terms with the reason, and comes back by itself', async (_, fail) => {
  const node = nodes.get(base)!
  await expect.poll(offered, patiently).toContain(base)
  await fail(node)
  await expect.poll(offered, patiently).not.toContain(base)
  const body = (await (await fetch(service.url + priceOfBitcoin)).json()) as { notOffered: unknown[] }
  expect(body.notOffered).toContainEqual({ network: base, reason: 'its node does not answer now' })
  expect(await statusAt('/readyz')).toBe(200)
  await node.close()
  await node.open()
  await expect.poll(offered, patiently).toContain(base)
})

test('without any network the service is alive and not ready, asks for no payment, and goes on by itself', async () => {
  for (const node of nodes.values()) await node.close()
  await expect.poll(() => statusAt('/readyz'), patiently).toBe(503)
  const unpaid = await fetch(service.url + priceOfBitcoin)
  expect([unpaid.status, unpaid.headers.get('retry-after'), unpaid.headers.get('content-type')]).toEqual([
    503,
    '10',
    'application/problem+json',
  ])
  expect(await unpaid.json()).toMatchObject({ code: 'network_unavailable' })
  expect(await statusAt('/livez')).toBe(200)
  for (const node of nodes.values()) await node.open()
  await expect.poll(() => statusAt('/readyz'), patiently).toBe(200)
  await expect.poll(async () => (await offered()).length, patiently).toBe(6)
})
