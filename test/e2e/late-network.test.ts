import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
  service = await startInProcess({
    env: {
      MODE: 'live',
      DATA_DIR: join(root, 'data'),
      ...(await databaseFor(join(root, 'data'))),
      PUBLIC_URL: 'http://127.0.0.1',
      PAY_TO: '0x00000000000000000000000000000000000a11ce',
      SIGNER_KEY: sandbox.signerKeys[0]!,
      RPC_URL_BASE: rpcUrl('base'),
      RPC_URL_POLYGON: node.url,
      // What gas coins cost: these chains have no price feeds.
      GAS_COIN_CEILINGS: 'ETH=0.01,POL=0.01,CREDIT=0.01',
      // This source would be fetched from the internet at the start.
      SOURCES_DISABLED: 'cisa-kev',
    },
    sandbox: null,
  })
})
afterAll(async () => {
  if (service) await closeService(service)
  await node?.close()
  await sandbox?.close()
  await rm(root, { recursive: true, force: true })
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
  await expect
    .poll(async () => (await termsOf(service.url, path)).accepts.map(({ network }) => network), { timeout: 20_000 })
    .toContain(polygon)
  const settled = await callWith(service.url + path, payment)
  expect(settled.status).toBe(200)
})
