import { getAddress, type Hex } from 'viem'
import { describe, expect, test } from 'vitest'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { delegateAccount, placeContract } from '../../sandbox/tests/place-contract.ts'
import { systemRandom } from '../../src/ops/system.ts'
import { toHex } from '../../src/shared/bytes.ts'
import { callWith, decodePayment, encodePayment, pay, type Account, type SignOptions } from '../signed-payments.ts'
import { expectClear, expectProblem } from '../wire.ts'
import { attackedService, expensivePath, from, path } from './attacks.fixture.ts'

const attacked = attackedService('attacks by contracts', 'once')
const { url, earned } = attacked

const rpcUrl = () => attacked.service.sandbox.world.networks.find(({ id }) => id === 'eip155:8453')!.rpcUrl

/** Byte code of a wallet that answers every ERC-1271 question with yes. */
const agreeable: Hex = '0x631626ba7e60e01b5f5260205ff3'
/** Answers yes while gas is free, as in a simulation, and no in a block. */
const twoFaced: Hex = '0x3a15631626ba7e0260e01b5f5260205ff3'
/** Answers 400,000 bytes. */
const talkative: Hex = '0x62061a805ff3'

/** A contract with this code that holds USDC, as an account for which another key signs. */
async function contractWith(code: Hex): Promise<Account> {
  const address = getAddress(toHex(systemRandom.bytes(20)))
  await attacked.service.sandbox.world.fund(address, '1')
  await nodeRpc(rpcUrl()).call('anvil_setCode', address, code)
  return { ...attacked.account, address }
}

async function signed(payer: Account, options: SignOptions & { path?: string; signature?: Hex } = {}): Promise<string> {
  const payment = decodePayment(await attacked.signed(options, payer))
  if (options.signature !== undefined) payment['payload'].signature = options.signature
  return encodePayment(payment)
}

/** A payment from an account that never signed it. */
const junk = () => signed(attacked.account, { signature: `0x${'11'.repeat(64)}1b` })

describe('contracts that pay', () => {
  test('do not slow other payers down with very long answers', async () => {
    const wallet = await contractWith(talkative)
    const questions = await Promise.all(Array.from({ length: 60 }, () => signed(wallet)))
    const honest = await Promise.all(Array.from({ length: 15 }, () => signed(attacked.account)))
    const [refused, paid] = await Promise.all([
      Promise.all(questions.map((payment) => callWith(url(), payment, { headers: from('203.0.113.1') }))),
      Promise.all(honest.map((payment) => callWith(url(), payment, { headers: from('198.51.100.1') }))),
    ])
    expect(new Set(paid.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([402]))
  })

  test('that accept every signature pay once for one authorization, whatever the signature bytes are', async () => {
    const wallet = await contractWith(agreeable)
    const [before, terms] = [
      await earned(),
      { path: expensivePath, nonce: toHex(systemRandom.bytes(32)), validBefore: BigInt(Math.floor(Date.now() / 1000) + 300) },
    ]
    const payments = await Promise.all(
      [65, 66, 200, 1_000].map((bytes) => signed(wallet, { ...terms, signature: `0x${'22'.repeat(bytes)}` })),
    )
    const answers = await Promise.all(payments.map((payment) => callWith(attacked.service.url + expensivePath, payment)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map((answer) => answer.headers.get('link'))).size).toBe(1)
    expect(await earned()).toBe(before + 150_000n)
  })

  test('that behave only while gas costs nothing are refused before any claim, without a bar', async () => {
    const wallet = await contractWith(twoFaced)
    const claims = attacked.service.claims()
    for (let turn = 0; turn < 2; turn++)
      await expectProblem(
        await pay(attacked.service.url, wallet, { path: expensivePath }),
        402,
        'invalid_exact_evm_transaction_simulation_failed',
      )
    expect(attacked.service.claims()).toBe(claims)
  })

  test('that change their code between the check and the block get no answer, not on a retry either, and others are served', async () => {
    const changing = await contractWith(agreeable)
    const burner = await placeContract(rpcUrl(), 'gas-burner')
    const delegating = await attacked.service.payingWallet('1')
    const before = await earned()
    const estimate = '/v1/settlement/estimate?amount=100'
    // An address without a unit of the quota, where the estimate is paid for.
    const spent = from('198.51.100.90')
    const tier = `${attacked.service.url}/v1/agent/tier/${delegating.address}`
    while ((await fetch(tier, { headers: spent })).status !== 402);
    const payments = [await signed(changing, { path: expensivePath }), await signed(delegating)]
    await setUpstream('kraken', 'slow')
    const claims = attacked.service.claims()
    const spoiled = [
      callWith(attacked.service.url + expensivePath, payments[0]!),
      callWith(attacked.service.url + estimate, payments[1]!, { headers: spent }),
    ]
    // The signatures were good when they were checked, and the products are still at work.
    await expect.poll(() => attacked.service.claims(), { interval: 10 }).toBe(claims + 2)
    await delegateAccount(rpcUrl(), delegating.address, burner)
    await nodeRpc(rpcUrl()).call('anvil_setCode', changing.address, twoFaced)
    expect((await pay(attacked.service.url, attacked.account, { path })).status).toBe(200)
    await setUpstream('kraken', 'ok')
    for (const [index, response] of (await Promise.all(spoiled)).entries()) {
      const body = await expectClear(response)
      expect([response.status, body['code']]).toEqual([402, expect.stringMatching(/^invalid_exact_evm_/)])
      expect(body).not.toHaveProperty('data')
      const again = await callWith(
        attacked.service.url + (index === 0 ? expensivePath : estimate),
        payments[index]!,
        index === 0 ? {} : { headers: spent },
      )
      expect([again.status, (await expectClear(again))['code']]).toEqual([402, body['code']])
    }
    await expectProblem(await pay(attacked.service.url, changing, { path: expensivePath }), 429, 'payer_barred')
    expect(await earned()).toBe(before + 7500n)
  })

  test('whose delegation does not answer are refused, and accepted again as plain accounts', async () => {
    const payer = await attacked.service.payingWallet('1')
    await delegateAccount(rpcUrl(), payer.address, getAddress(toHex(systemRandom.bytes(20))))
    await expectProblem(await pay(attacked.service.url, payer, { path }), 402, 'invalid_exact_evm_signature')
    await nodeRpc(rpcUrl()).call('anvil_setCode', payer.address, '0x')
    expect((await pay(attacked.service.url, payer, { path })).status).toBe(200)
  })
})

test('a token is analysed even when its owner() fails with the message of an overloaded node', async () => {
  const words = Buffer.from('too many requests: daily request count exceeded, rate limited')
  const data = Buffer.concat([Buffer.from('08c379a0', 'hex'), word(32), word(words.length), words, Buffer.alloc(64 - words.length)])
  const code = Buffer.concat([Buffer.from([0x60, data.length, 0x60, 10, 0x5f, 0x39, 0x60, data.length, 0x5f, 0xfd]), data])
  const { address } = await contractWith(toHex(code))
  const response = await pay(attacked.service.url, attacked.account, { path: `/v1/crypto/token-analysis/${address}` })
  expect(response.status).toBe(200)
  expect(await expectClear(response)).toMatchObject({ network: 'eip155:8453', owner: null })
})

function word(value: number): Buffer {
  return Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
}

describe('a flood of payments that nobody signed', () => {
  test('is stopped for its address once it has cost enough, and for no other address', async () => {
    const headers = from('203.0.113.2')
    const mine = await signed(attacked.account)
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
    expect((await callWith(url(), await signed(attacked.account), { headers: from('198.51.100.2') })).status).toBe(200)
  })
})

describe('an offer that is unavailable', () => {
  test('still replays answers that were paid for, and accepts no new payment', async () => {
    const paid = await signed(attacked.account)
    expect((await callWith(url(), paid)).status).toBe(200)
    const offer = attacked.service.parts.catalog.offers.find(({ id }) => id === 'market-price')!
    const { available } = offer
    offer.available = () => 'down'
    try {
      const again = await callWith(url(), paid)
      expect([again.status, again.headers.get('idempotent-replay')]).toEqual([200, 'true'])
      await expectProblem(await callWith(url(), await signed(attacked.account, { path: expensivePath })), 503, 'offer_unavailable')
      await expectProblem(await fetch(url()), 503, 'offer_unavailable')
    } finally {
      offer.available = available
    }
  })
})

async function setUpstream(id: string, mode: string): Promise<void> {
  const headers = { 'Content-Type': 'application/json' }
  const response = await fetch(`${attacked.service.url}/sandbox/upstreams/${id}`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ mode }),
  })
  if (response.status !== 200) throw new Error(await response.text())
}
