import { getAddress, type Hex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { delegateAccount, placeContract } from '../../sandbox/tests/place-contract.ts'
import { systemRandom, systemTimers } from '../../src/ops/system.ts'
import { toHex } from '../../src/shared/bytes.ts'
import {
  callWith,
  decodePayment,
  encodePayment,
  openStage,
  pay,
  priceOfBitcoin,
  signPayment,
  termsOf,
  usdcOf,
  type Account,
  type SignOptions,
  type Stage,
} from '../stage.ts'
import { expectClear, expectProblem } from '../wire.ts'

let stage: Stage
let account: Account
beforeAll(async () => {
  stage = await openStage({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })
  account = await stage.payingWallet('50')
})
afterAll(() => stage?.close())

const path = priceOfBitcoin
/** Above the price of a free call, so that a new wallet is charged. */
const dearer = '/v1/crypto/token-analysis/0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913'
const url = () => stage.url + path
const from = (address: string) => ({ 'X-Forwarded-For': address })
const earned = () => usdcOf(stage.chain(), stage.sandbox.payTo)
const rpcUrl = () => stage.sandbox.world.networks.find(({ id }) => id === 'eip155:8453')!.rpcUrl

/** Byte code of a wallet that answers every ERC-1271 question with yes. */
const agreeable: Hex = '0x631626ba7e60e01b5f5260205ff3'
/** The same while gas costs nothing, which is so in a simulation, and no in a block. */
const twoFaced: Hex = '0x3a15631626ba7e0260e01b5f5260205ff3'
/** Answers 400,000 bytes. */
const talkative: Hex = '0x62061a805ff3'

/** A contract with this code that holds USDC, as an account for which somebody else signs. */
async function contractWith(code: Hex): Promise<Account> {
  const address = getAddress(toHex(systemRandom.bytes(20)))
  await stage.sandbox.world.fund(address, '1')
  await nodeRpc(rpcUrl()).call('anvil_setCode', address, code)
  return { ...account, address }
}

async function signed(payer: Account, options: SignOptions & { path?: string; signature?: Hex } = {}): Promise<string> {
  const payment = decodePayment(await signPayment(await termsOf(stage.url, options.path ?? path), payer, options))
  if (options.signature !== undefined) payment['payload'].signature = options.signature
  return encodePayment(payment)
}

/** A payment by an account that never signed it. */
const junk = () => signed(account, { signature: `0x${'11'.repeat(64)}1b` })

describe('contracts that pay', () => {
  test('do not disturb others by how much they answer to a question', async () => {
    const wallet = await contractWith(talkative)
    const questions = await Promise.all(Array.from({ length: 60 }, () => signed(wallet)))
    const honest = await Promise.all(Array.from({ length: 15 }, () => signed(account)))
    const [refused, paid] = await Promise.all([
      Promise.all(questions.map((payment) => callWith(url(), payment, { headers: from('203.0.113.1') }))),
      Promise.all(honest.map((payment) => callWith(url(), payment, { headers: from('198.51.100.1') }))),
    ])
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([402]))
  })

  test('and agree with whatever is signed pay once for one authorization, in whatever bytes it comes', async () => {
    const wallet = await contractWith(agreeable)
    const [before, terms] = [
      await earned(),
      { path: dearer, nonce: toHex(systemRandom.bytes(32)), validBefore: BigInt(Math.floor(Date.now() / 1000) + 300) },
    ]
    const payments = await Promise.all(
      [65, 66, 200, 1_000].map((bytes) => signed(wallet, { ...terms, signature: `0x${'22'.repeat(bytes)}` })),
    )
    const answers = await Promise.all(payments.map((payment) => callWith(stage.url + dearer, payment)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.headers.get('link'))).size).toBe(1)
    expect(await earned()).toBe(before + 150_000n)
  })

  test('or take code between the check and the block get no answer, not on a retry either, and others are served', async () => {
    const twoFacedWallet = await contractWith(twoFaced)
    const burner = await placeContract(rpcUrl(), 'gas-burner')
    const delegating = await stage.payingWallet('1')
    const before = await earned()
    const estimate = '/v1/settlement/estimate?amount=100'
    const payments = [await signed(twoFacedWallet, { path: dearer }), await signed(delegating)]
    await setUpstream('kraken', 'slow')
    const spoiled = [callWith(stage.url + dearer, payments[0]!), callWith(stage.url + estimate, payments[1]!)]
    // Its product is still at work: the signature was good when it was looked at.
    await systemTimers.sleep(300)
    await delegateAccount(rpcUrl(), delegating.address, burner)
    expect((await pay(stage.url, account, { path })).status).toBe(200)
    await setUpstream('kraken', 'ok')
    for (const [index, response] of (await Promise.all(spoiled)).entries()) {
      const body = await expectClear(response)
      expect([response.status, body['code']]).toEqual([402, expect.stringMatching(/^invalid_exact_evm_/)])
      expect(body).not.toHaveProperty('data')
      const again = await callWith(stage.url + (index === 0 ? dearer : estimate), payments[index]!)
      expect([again.status, (await expectClear(again))['code']]).toEqual([402, body['code']])
    }
    await expectProblem(await pay(stage.url, twoFacedWallet, { path: dearer }), 429, 'payer_barred')
    expect(await earned()).toBe(before + 7500n)
  })

  test('whose delegation answers no question are refused, and taken again as plain accounts', async () => {
    const payer = await stage.payingWallet('1')
    await delegateAccount(rpcUrl(), payer.address, getAddress(toHex(systemRandom.bytes(20))))
    await expectProblem(await pay(stage.url, payer, { path }), 402, 'invalid_exact_evm_signature')
    await nodeRpc(rpcUrl()).call('anvil_setCode', payer.address, '0x')
    expect((await pay(stage.url, payer, { path })).status).toBe(200)
  })
})

test('a token whose owner() fails with the words of an overloaded node is analysed all the same', async () => {
  const words = Buffer.from('too many requests: daily request count exceeded, rate limited')
  const data = Buffer.concat([Buffer.from('08c379a0', 'hex'), word(32), word(words.length), words, Buffer.alloc(64 - words.length)])
  const code = Buffer.concat([Buffer.from([0x60, data.length, 0x60, 10, 0x5f, 0x39, 0x60, data.length, 0x5f, 0xfd]), data])
  const { address } = await contractWith(toHex(code))
  const response = await pay(stage.url, account, { path: `/v1/crypto/token-analysis/${address}` })
  expect(response.status).toBe(200)
  expect(await expectClear(response)).toMatchObject({ network: 'eip155:8453', owner: null })
})

function word(value: number): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

describe('a flood of payments that nobody signed', () => {
  test('ends for its address when it has cost enough, and for nobody else', async () => {
    const headers = from('203.0.113.2')
    const mine = await signed(account)
    expect((await callWith(url(), mine, { headers })).status).toBe(200)
    const payment = await junk()
    let late: Response | undefined
    for (let wave = 0; wave < 8 && late === undefined; wave += 1) {
      const flood = await Promise.all(Array.from({ length: 260 }, () => callWith(url(), payment, { headers })))
      for (const { status } of flood) expect([402, 429]).toContain(status)
      late = flood.find(({ status }) => status === 429)
    }
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(0)
    await expectProblem(late!, 429, 'rate_limited')
    expect((await callWith(url(), mine, { headers })).headers.get('idempotent-replay')).toBe('true')
    expect((await callWith(url(), await signed(account), { headers: from('198.51.100.2') })).status).toBe(200)
  })
})

describe('an offer that can not be served now', () => {
  test('still gives their answer to those who have paid for it, and takes no new payment', async () => {
    const paid = await signed(account)
    expect((await callWith(url(), paid)).status).toBe(200)
    const offer = stage.service.parts.catalog.offers.find(({ id }) => id === 'market-price')!
    const { available } = offer
    offer.available = () => 'down'
    try {
      const again = await callWith(url(), paid)
      expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
      await expectProblem(await callWith(url(), await signed(account, { path: dearer })), 503, 'offer_unavailable')
      await expectProblem(await fetch(url()), 503, 'offer_unavailable')
    } finally {
      offer.available = available
    }
  })
})

async function setUpstream(id: string, mode: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${stage.url}/sandbox/upstreams/${id}`, { method: 'POST', headers, body: JSON.stringify({ mode }) })
  if (response.status !== 200) throw new Error(await response.text())
}
