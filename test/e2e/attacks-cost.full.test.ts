import { encodeFunctionData, parseAbi } from 'viem'
import { describe, expect, test } from 'vitest'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { callWith, pay, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { attackedService, expensivePath, from, path } from './attacks.fixture.ts'

const attacked = attackedService('attacks on cost', 'once', { UNCHARGED_RUNS_PER_CLIENT_PER_HOUR: '45' })
const base = () => attacked.service.sandbox.world.networks.find(({ slug }) => slug === 'base')!
const unknownName = '/v1/crypto/wallet-score/nobody-has-this.eth'

async function callAtOnce(where: string, payer: Account, count: number, address: string): Promise<Response[]> {
  const terms = await termsOf(attacked.service.url, where)
  const payments = await Promise.all(Array.from({ length: count }, () => signPayment(terms, payer)))
  return Promise.all(payments.map((payment) => callWith(attacked.service.url + where, payment, { headers: from(address) })))
}

const count = (responses: readonly Response[], status: number) => responses.filter((one) => one.status === status).length

/** One transfer of all that the wallet has, which goes into the next block before ours. */
async function empty(wallet: Account): Promise<void> {
  const node = nodeRpc(base().rpcUrl)
  const balance = await usdcOf(attacked.service.chain(), wallet.address)
  const data = encodeFunctionData({
    abi: parseAbi(['function transfer(address to, uint256 amount)']),
    args: [`0x${'e5'.repeat(20)}`, balance],
  })
  await node.batch([
    ['anvil_setBalance', wallet.address, '0xde0b6b3a7640000'],
    ['anvil_impersonateAccount', wallet.address],
  ])
  await node.call<Hex>('eth_sendTransaction', {
    from: wallet.address,
    to: attacked.service.chain().network.asset,
    data,
    gas: '0x186a0',
    gasPrice: '0xba43b7400',
  })
}

describe('settlements that fail at our cost', () => {
  test('are four at most for a wallet that is emptied after 250 authorizations were sent, and neighbours are served throughout', async () => {
    const wallet = await attacked.service.wallet('50')
    const neighbours = await Promise.all(Array.from({ length: 5 }, () => attacked.service.payingWallet('1')))
    const refusedBefore = await refused()
    const claims = attacked.service.claims()
    const spoiled = callAtOnce(expensivePath, wallet, 250, '203.0.113.7')
    await expect.poll(() => attacked.service.claims(), { interval: 5 }).toBeGreaterThan(claims)
    const emptied = empty(wallet)
    const served = await Promise.all(neighbours.map((payer) => callAtOnce(path, payer, 5, '198.51.100.7')))
    await emptied
    expect(served.flat().map(({ status }) => status)).toEqual(Array(25).fill(200))
    const statuses = await spoiled
    expect(new Set(statuses.map(({ status }) => status))).not.toContain(500)
    expect(await usdcOf(attacked.service.chain(), wallet.address)).toBe(0n)
    expect((await refused()) - refusedBefore).toBeLessThanOrEqual(4)
  })

  async function refused(): Promise<number> {
    const totals = await attacked.service.parts.ledger.totals()
    return totals.filter(({ state }) => state === 'refused').reduce((sum, { payments }) => sum + Number(payments), 0)
  }
})

describe('many calls at once', () => {
  test('of 50 honest payers, five each, are all answered', async () => {
    const payers = await Promise.all(Array.from({ length: 50 }, () => attacked.service.wallet('1')))
    const responses = await Promise.all(payers.map((payer, index) => callAtOnce(path, payer, 5, `192.0.2.${index}`)))
    expect(responses.flat().map(({ status }) => status)).toEqual(Array(250).fill(200))
  })

  test('of one payer whose runs fail are run 30 times in an hour and no more, although they come together', async () => {
    const wallet = await attacked.service.wallet('5')
    const responses = await callAtOnce(unknownName, wallet, 109, '203.0.113.8')
    expect(count(responses, 404)).toBeLessThanOrEqual(30)
    expect(count(responses, 404) + count(responses, 429)).toBe(109)
    // What is left of the hour's runs can still be used, and then no more.
    const left = 30 - count(responses, 404)
    for (let run = 0; run < left; run++)
      expect((await pay(attacked.service.url, wallet, { path: unknownName, headers: from('203.0.113.8') })).status).toBe(404)
    expect((await pay(attacked.service.url, wallet, { path: unknownName, headers: from('203.0.113.8') })).status).toBe(429)
  })
})

describe('an address that many wallets share', () => {
  test('is stopped for new wallets after far more runs, and wallets that have paid before are still served there', async () => {
    const address = '203.0.113.99'
    const honest = await attacked.service.payingWallet('2')
    const settled = await pay(attacked.service.url, honest, { path })
    expect(settled.status).toBe(200)
    let failed = 0
    for (let wallets = 0; wallets < 4; wallets++)
      failed += count(await callAtOnce(unknownName, await attacked.service.wallet('1'), 15, address), 404)
    expect(failed).toBe(45)
    const newcomer = await attacked.service.wallet('1')
    const stopped = await pay(attacked.service.url, newcomer, { path, headers: from(address) })
    expect([stopped.status, await stopped.json()]).toMatchObject([429, { code: 'too_many_uncharged_runs', limited: 'client' }])
    expect((await pay(attacked.service.url, newcomer, { path, headers: from('198.51.100.99') })).status).toBe(200)
    expect((await pay(attacked.service.url, honest, { path, headers: from(address) })).status).toBe(200)
  })
})
