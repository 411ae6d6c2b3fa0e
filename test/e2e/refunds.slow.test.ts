import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { refundCommand } from '../../src/commands/refund.ts'
import { callWith, receiptOf, signPayment, termsOf, usdcOf, type Account } from '../signed-payments.ts'
import { startTestService, youngChains, type TestService } from '../start-test-service.ts'

const analysisOf = (address: string) => `/v1/crypto/token-analysis/${address}`
/** No contract is there, so the work fails after it has asked a chain. */
const nothing = analysisOf('0x00000000000000000000000000000000000000aa')
const price = 150_000n
const patiently = { timeout: 40_000, interval: 100 }

const refundWallet = privateKeyToAccount(generatePrivateKey())
let service: TestService

beforeAll(async () => {
  const key = generatePrivateKey()
  Object.assign(refundWallet, privateKeyToAccount(key))
  service = await startTestService({
    ownSandbox: youngChains,
    env: { SETTLE_FIRST: 'token-analysis', REFUND_KEY: key, REFUND_USD_PER_PAYER_PER_DAY: '0.2' },
  })
  await service.sandbox.world.fund(refundWallet.address, '1')
})
afterAll(() => service?.close())

/** A payment whose work failed so often. */
async function creditOf(account: Account, runs: number) {
  const payment = await signPayment(await termsOf(service.url, nothing), account)
  const responses = []
  for (let run = 0; run < runs; run++) responses.push(await callWith(service.url + nothing, payment))
  return { payment, last: responses.at(-1)! }
}

async function refund(...args: string[]) {
  const said: string[] = []
  const io = {
    out: (text: string) => void said.push(text),
    err: (text: string) => void said.push(text),
    env: { DATA_DIR: service.directory },
  }
  return { code: await refundCommand(args, io), text: said.join('') }
}

/** Makes blocks, as other users of a chain do: what is below them becomes final. */
async function untilReceipt(id: string, expected: object): Promise<void> {
  await vi.waitFor(async () => {
    await service.sandbox.world.fund(privateKeyToAccount(generatePrivateKey()).address, '0.01')
    expect(await receiptNamed(id)).toMatchObject(expected)
  }, patiently)
}

const network = 'eip155:8453'
const nothingYet = { payments: 0, usd: '0' }

/** As `/status` has it, which is kept for a second. */
async function creditStatus(): Promise<unknown> {
  await service.parts.creditReport.refresh()
  const asked = Date.now()
  return vi.waitFor(async () => {
    const { at, credits } = (await (await fetch(`${service.url}/status`)).json()) as { at: string; credits: unknown }
    expect(Date.parse(at)).toBeGreaterThanOrEqual(asked)
    return credits
  }, patiently)
}

const receiptNamed = async (id: string) => (await fetch(`${service.url}/v1/receipts/${id}`)).json() as Promise<Record<string, unknown>>

describe('a payment whose work failed after it was settled', () => {
  test('says at every step what it is, is given back by itself once it is used up, and the books are the chain', async () => {
    const account = await service.wallet('1')
    const { payment, last } = await creditOf(account, 3)
    expect(last.status).toBe(404)
    expect(await last.clone().json()).toMatchObject({ code: 'no_token_contract', credit: { runsLeft: 0 } })
    const receipt = await receiptOf(last)
    expect(receipt).toMatchObject({ state: 'credit', settlement: 'before_work', runs: 3, charged: { baseUnits: String(price) } })
    expect(await usdcOf(service.chain(), account.address)).toBe(1_000_000n - price)
    expect(await creditStatus()).toEqual({
      limitPerDayUsd: '5',
      limitPerPayerPerDayUsd: '0.2',
      askedTodayUsd: '0',
      networks: [{ network, waiting: { payments: 1, usd: '0.15' }, refunding: nothingYet, refundedToday: nothingYet }],
    })
    await untilReceipt(receipt.id, { state: 'refunded' })
    expect(await creditStatus()).toMatchObject({
      askedTodayUsd: '0.15',
      networks: [{ network, waiting: nothingYet, refunding: nothingYet, refundedToday: { payments: 1, usd: '0.15' } }],
    })
    const metrics = await (await fetch(`${service.url}/metrics`)).text()
    expect(metrics).toContain(`farthing_credits{network="${network}",state="refunded"} 1`)
    expect(metrics).toContain(`farthing_credits_base_units{network="${network}",state="refunded"} 150000`)
    expect(metrics).toContain(`farthing_credits{network="${network}",state="waiting"} 0`)
    const ended = await receiptNamed(receipt.id)
    expect(ended).toMatchObject({
      charged: { baseUnits: '0' },
      refund: { state: 'confirmed', amount: { baseUnits: String(price) }, reason: 'used_up' },
    })
    const id = (ended['refund'] as { receipt: string }).receipt.split('/').at(-1)!
    expect(await receiptNamed(id)).toMatchObject({ state: 'settled', offer: 'refund', charged: { baseUnits: '0' } })
    expect(await usdcOf(service.chain(), account.address)).toBe(1_000_000n)
    expect(await usdcOf(service.chain(), refundWallet.address)).toBe(1_000_000n - price)
    // It has been given back, so it buys nothing more.
    expect((await callWith(service.url + nothing, payment)).status).toBe(402)
  })

  test('is given back by a command, once, within the limit of its payer', async () => {
    const account = await service.wallet('1')
    const [first, second] = [await creditOf(account, 1), await creditOf(account, 1)]
    const ids = [(await receiptOf(first.last)).id, (await receiptOf(second.last)).id]
    for (const id of ids) await untilReceipt(id, { state: 'credit', final: true })
    const given = await refund(ids[0]!, '--json')
    expect([given.code, JSON.parse(given.text)]).toMatchObject([0, { refunds: [{ receipt: ids[0], result: 'asked', net: String(price) }] }])
    const again = await refund(...ids)
    expect(again.code).toBe(1)
    expect(again.text).toContain(`${ids[0]}: not given back: it is no credit`)
    expect(again.text).toContain(`${ids[1]}: not given back: REFUND_USD_PER_PAYER_PER_DAY is used up`)
    await untilReceipt(ids[0]!, { state: 'refunded' })
    expect(await usdcOf(service.chain(), account.address)).toBe(1_000_000n - price)
    // The other one still buys an answer.
    const usdc = analysisOf('0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913')
    const answered = await callWith(service.url + usdc, second.payment)
    expect([answered.status, (await receiptOf(answered)).state]).toEqual([200, 'settled'])
    expect((await refund(ids[1]!)).text).toContain('it is no credit')
  })

  test('that does not exist, or is named wrongly, is said so', async () => {
    expect(await refund('0'.repeat(32))).toMatchObject({ code: 1, text: expect.stringContaining('there is no such receipt') })
    expect(await refund('nonsense')).toMatchObject({ code: 2, text: expect.stringContaining('32 hexadecimal digits') })
    expect(await refund()).toMatchObject({ code: 2, text: expect.stringContaining('name at least one receipt') })
    expect(await refund('--help')).toMatchObject({ code: 0, text: expect.stringContaining('farthing refund <receipt>') })
  })
})
