import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import type { Service } from '../../src/service/start-service.ts'
import { createForwarder, type Forwarder } from '../forwarder.ts'
import { databaseFor } from '../test-database.ts'
import { callWith, signPayment, termsOf, type Account } from '../signed-payments.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { sharedSandbox } from '../shared-sandbox.ts'

const path = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913?chain=base'
const polygon = 'eip155:137'

let root: string
let sandbox: Sandbox
let node: Forwarder
let service: Service
let account: Account
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'farthing-late-'))
  sandbox = await sharedSandbox()
  account = privateKeyToAccount(generatePrivateKey())
  await sandbox.world.fund(account.address, '1')
  const rpcUrl = (slug: string) => sandbox.world.networks.find((one) => one.slug === slug)!.rpcUrl
  node = await createForwarder(rpcUrl('polygon'))
  service = await startLive('data', { RPC_URL_BASE: rpcUrl('base'), RPC_URL_POLYGON: node.url })
})
/** A live service on the sandbox's chains. */
async function startLive(name: string, nodes: Readonly<Record<string, string>>): Promise<Service> {
  const directory = join(root, name)
  return startInProcess({
    env: {
      MODE: 'live',
      DATA_DIR: directory,
      ...(await databaseFor(directory)),
      PUBLIC_URL: 'http://127.0.0.1',
      PAY_TO: '0x00000000000000000000000000000000000a11ce',
      SIGNER_KEY: sandbox.signerKeys[0]!,
      // What gas coins cost: these chains have no price feeds.
      GAS_COIN_CEILINGS: 'ETH=0.01,POL=0.01,CREDIT=0.01',
      // These sources would be fetched from the internet at the start; without one of them no sanctions list is.
      SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
      ...nodes,
    },
    sandbox: null,
  })
}

afterAll(async () => {
  if (service) await closeService(service)
  await node?.close()
  await sandbox?.close()
  await rm(root, { recursive: true, force: true })
})

describe('with one network, whose node is down at the start', () => {
  let only: Forwarder
  let alone: Service
  beforeAll(async () => {
    only = await createForwarder(sandbox.world.networks.find((one) => one.slug === 'base')!.rpcUrl)
    alone = await startLive('alone', { RPC_URL_BASE: only.url })
  })
  afterAll(async () => {
    if (alone) await closeService(alone)
    await only?.close()
  })

  test('the service is alive and not ready, asks for no payment, and is ready as soon as the node answers', async () => {
    expect((await fetch(`${alone.url}/livez`)).status).toBe(200)
    const ready = await fetch(`${alone.url}/readyz`)
    expect([ready.status, await ready.json()]).toMatchObject([503, { checks: { process: 'ready', ledger: 'ok', networks: 'failed' } }])
    const unpaid = await fetch(alone.url + path)
    expect([unpaid.status, unpaid.headers.get('retry-after'), unpaid.headers.get('content-type')]).toEqual([
      503,
      '10',
      'application/problem+json',
    ])
    expect(await unpaid.json()).toMatchObject({ code: 'network_unavailable' })

    await only.open()
    await expect.poll(async () => (await fetch(`${alone.url}/readyz`)).status).toBe(200)
    // The cost of settling is read when somebody asks for it.
    await expect.poll(async () => (await fetch(alone.url + path)).headers.has('payment-required')).toBe(true)
    const payment = await signPayment(await termsOf(alone.url, path), account)
    expect((await callWith(alone.url + path, payment)).status).toBe(200)
  })
})

test('a network whose node is down at the start is not offered, does not refuse earlier payers, and joins as soon as it answers', async () => {
  const terms = await termsOf(service.url, path)
  expect(terms.accepts.map(({ network }) => network)).toEqual(['eip155:8453'])
  const { usdc, name, version } = sandbox.world.networks.find((one) => one.id === polygon)!
  const onPolygon = { ...terms.accepts[0]!, network: polygon, asset: usdc, extra: { name, version } }
  const payment = await signPayment({ ...terms, accepts: [onPolygon] }, account, { network: polygon })

  const early = await callWith(service.url + path, payment)
  expect([early.status, early.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await early.json()).toMatchObject({ code: 'network_unavailable' })

  await node.open()
  await expect.poll(async () => (await termsOf(service.url, path)).accepts.map(({ network }) => network)).toContain(polygon)
  const settled = await callWith(service.url + path, payment)
  expect(settled.status).toBe(200)
})
