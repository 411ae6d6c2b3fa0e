import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeRpc, type NodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import type { World } from '../../sandbox/world.ts'
import { keysCommand } from '../../src/commands/keys.ts'
import { ledgerCommand } from '../../src/commands/ledger.ts'
import type { Service } from '../../src/service/start-service.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { callWith, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { engines, openLedgerPlaces, type LedgerPlaces, type Place } from './both-engines.ts'
import { readOperator, runOperator } from './run-operator.ts'

const usdcOnBase = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const price = 150_000n
const payTo = '0x00000000000000000000000000000000000a11ce'
/** So long that only the test makes blocks. */
const noBlocks = 600_000

describe.each(engines)('keys rotate signer on %s, while settlements are under way', (engine) => {
  let places: LedgerPlaces
  let world: World
  let node: NodeRpc
  let payer: Account
  let settings: Place[]
  let services: Service[] = []
  let keyFile: string
  let old: Hex
  let young: Hex
  const sent: string[] = []

  beforeAll(async () => {
    places = await openLedgerPlaces(engine)
    world = await temporaryWorld({ networks: ['eip155:8453'], blockMs: noBlocks })
    node = nodeRpc(world.networks[0]!.rpcUrl)
    keyFile = join(places.root, 'signer')
    writeFileSync(keyFile, world.signerKeys[0]!, { mode: 0o600 })
    old = privateKeyToAccount(world.signerKeys[0]!).address.toLowerCase() as Hex
    const place: Place = {
      ...(await places.make()),
      MODE: 'live',
      PUBLIC_URL: 'https://api.example.com',
      PAY_TO: payTo,
      SIGNER_KEY_FILE: keyFile,
      RPC_URL_BASE: world.networks[0]!.rpcUrl,
      GAS_COIN_CEILINGS: 'ETH=0.01',
      SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
      INDEX_POOLS: 'none',
      ANSWER_WITHIN_SECONDS: '1',
    }
    settings = engine === 'SQLite' ? [place] : [place, places.beside(place)]
    payer = privateKeyToAccount(generatePrivateKey())
    await world.fund(payer.address, '5')
    for (const env of settings) services.push(await startInProcess({ env, sandbox: null }))
  })
  afterAll(async () => {
    for (const service of services) await closeService(service)
    await world?.close()
    await places?.close()
  })

  async function renew(): Promise<void> {
    for (const [index, env] of settings.entries()) {
      await closeService(services[index]!)
      services[index] = await startInProcess({ env, sandbox: null })
    }
  }

  /** Pays at an instance; the settlement is sent, and stays without a block. Gives the account that sent it. */
  async function payUnmined(index: number): Promise<Hex> {
    const { url } = services[index]!
    const payment = await signPayment(await termsOf(url, usdcOnBase), payer)
    sent.push(payment)
    const receipt = await untilSent(url, payment)
    const { transaction } = receipt
    const { from } = await node.call<{ from: Hex }>('eth_getTransactionByHash', transaction)
    return from.toLowerCase() as Hex
  }

  async function untilSent(url: string, payment: string): Promise<{ readonly transaction: Hex }> {
    let body: Record<string, unknown> = {}
    await expect
      .poll(async () => {
        const answer = await callWith(url + usdcOnBase, payment)
        expect([503, 504]).toContain(answer.status)
        body = (await answer.json()) as Record<string, unknown>
        return typeof body['transaction']
      })
      .toBe('string')
    expect(body).toMatchObject({ code: 'settlement_pending' })
    return body as { transaction: Hex }
  }

  const rotate = (step: string) => runOperator(keysCommand, settings[0]!, 'rotate', 'signer', step)
  const mine = (blocks: number) => node.call('anvil_mine', `0x${blocks.toString(16)}`)
  const last = () => services.length - 1

  test('prepare and switch: what the old signer has sent goes on, the new one sends the rest', async () => {
    expect(await payUnmined(0)).toBe(old)
    const prepared = await readOperator(keysCommand, settings[0]!, 'rotate', 'signer', 'prepare')
    young = prepared.addresses[0].toLowerCase()
    expect(prepared.said).toMatch(new RegExp(`^Send money for gas to ${young} on every network`, 'i'))
    await node.call('anvil_setBalance', young, '0xde0b6b3a7640000')
    await renew()
    expect([old, young]).toContain(await payUnmined(last()))

    const switched = await rotate('switch')
    expect(switched).toMatchObject({ code: 0, out: expect.stringContaining(`SIGNER_KEY_RETIRING_FILE=${keyFile}.retiring`) })
    settings = settings.map((env) => ({ ...env, SIGNER_KEY_RETIRING_FILE: `${keyFile}.retiring` }))
    await renew()
    for (const index of services.keys()) expect(await payUnmined(index)).toBe(young)
  })

  test('finish says what the old signer has open, until it is mined and final', async () => {
    expect(await rotate('finish')).toMatchObject({
      code: 1,
      err: expect.stringMatching(new RegExp(`^farthing keys: ${old} still has [1-9]\\d* transactions that are not mined`)),
    })
    await mine(1)
    for (const payment of sent) {
      const answered = async () => (await callWith(services[last()]!.url + usdcOnBase, payment)).status
      await expect.poll(answered).toBe(200)
    }
    const finished = async () => {
      await mine(50)
      return (await rotate('finish')).code
    }
    await expect.poll(finished).toBe(0)
  })

  test('without the old key everything goes on, and every payment was charged exactly once', async () => {
    settings = settings.map((env) => ({ ...env, SIGNER_KEY_RETIRING_FILE: '' }))
    await renew()
    expect(await payUnmined(0)).toBe(young)
    await mine(1)
    for (const payment of sent) {
      await expect.poll(async () => (await callWith(services[last()]!.url + usdcOnBase, payment)).status).toBe(200)
    }
    const { payments } = await readOperator(ledgerCommand, settings[0]!, 'list', '--payer', payer.address)
    expect(payments.map(({ state }: { state: string }) => state)).toEqual(sent.map(() => 'settled'))
    const chain = services[0]!.parts.chains.get('eip155:8453')!
    expect(await usdcOf(chain, payTo)).toBe(BigInt(sent.length) * price)
  })
})
