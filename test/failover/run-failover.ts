import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { World } from '../../sandbox/world.ts'
import { authorizationsIn } from '../../src/chain/authorization-in-calldata.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { readTransfers } from '../../src/chain/read-transfers.ts'
import { settlementsIn } from '../../src/chain/settlement-logs.ts'
import { systemTimers } from '../../src/ops/system.ts'
import type { Service } from '../../src/service/start-service.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { encodePayment, nonceIn, signPayment, type Account } from '../signed-payments.ts'
import type { DatabasePair } from './database-pair.ts'

/** What one failover did to those who paid. */
export interface FailoverResult {
  /** Longest time without a sale, milliseconds. */
  readonly gapMs: number
  /** That reached PAY_TO on the chain. */
  readonly payments: number
  /** That the ledger had lost, and took in again. */
  readonly takenIn: number
  /** Between chain and ledger, in base units. */
  readonly difference: bigint
  /** Payments whose payer got no answer, however often it sent them again. */
  readonly unanswered: number
  /** 402s for a payment that was on the chain. */
  readonly toldToPayAgain: number
  /** Answers that somebody else got for bytes that are on the chain. */
  readonly strangersServed: number
  readonly strangersTried: number
}

export interface FailoverOptions {
  readonly world: World
  readonly pair: DatabasePair
  readonly services: readonly Service[]
  readonly payTo: Hex
  readonly payers: number
  /** What is committed so long before the kill is lost; null where the standby has everything. */
  readonly lostMs: number | null
  /** How long it takes somebody to promote the standby. */
  readonly promoteAfterMs: number
  /** How long sales go on after the promotion. */
  readonly afterMs: number
}

const offer = '/v1/util/qr-code'
const order = { method: 'POST', body: JSON.stringify({ text: 'HELLO' }) }
const json = { 'Content-Type': 'application/json' }
const pauseMs = 250
/** A payer gives up after that. */
const patienceMs = 100_000

interface Bought {
  readonly payment: string
  readonly client: string
  answered: boolean
}

/** Payers buy without a pause, the primary is killed, the standby is promoted, and all send their payments once more in the end. */
export async function runFailover(options: FailoverOptions): Promise<FailoverResult> {
  const { world, pair, services, payTo, payers, lostMs, promoteAfterMs, afterMs } = options
  const chain = services[0]!.parts.chains.get('eip155:8453')!
  const bought: Bought[] = []
  const sold: number[] = []
  const figures = { toldToPayAgain: 0, strangersServed: 0, strangersTried: 0 }
  const state = { selling: true, watching: true }
  const urlOf = (turn: number) => services[turn % services.length]!.url
  const began = Date.now()
  const terms = await currentTerms(urlOf(0))

  const send = (url: string, payment: string, client: string) =>
    fetch(url + offer, { ...order, headers: { ...json, 'PAYMENT-SIGNATURE': payment, 'X-Forwarded-For': client } }).catch(() => null)

  /** Sends a payment until it is answered. */
  async function untilAnswered(one: Bought, first: number): Promise<void> {
    const until = Date.now() + patienceMs
    for (let turn = first; Date.now() < until; turn += 1) {
      const response = await send(urlOf(turn), one.payment, one.client)
      const said = response === null ? '' : await response.text()
      if (response?.status === 200) {
        one.answered = true
        return
      }
      if (response?.status === 402 && (await isOnChain(nonceIn(one.payment) as Hex))) {
        figures.toldToPayAgain += 1
        if (process.env['FAILOVER_SHOW']) console.error('told to pay again', said.slice(0, 300))
      }
      await systemTimers.sleep(pauseMs)
    }
    if (process.env['FAILOVER_SHOW']) console.error('unanswered', nonceIn(one.payment))
  }

  const wallets = await Promise.all(Array.from({ length: payers }, () => wallet(world)))
  const isOnChain = async (nonce: Hex) => (await paidOn(chain, payTo)).some((one) => one.nonce === nonce.toLowerCase())

  async function buy(account: Account, index: number): Promise<void> {
    // Half of the payers are new wallets for every call, so that nothing of them is known from before.
    for (let turn = index; state.selling; turn += 1) {
      const buyer = index % 2 === 0 ? account : await wallet(world)
      const one: Bought = { payment: await signPayment(terms, buyer), client: `203.0.113.${index + 1}`, answered: false }
      bought.push(one)
      await untilAnswered(one, turn)
      if (one.answered) sold.push(Date.now())
    }
  }

  /** Reads what others paid with from the chain, and sends it from an address of its own. */
  async function steal(client: string): Promise<void> {
    for (let turn = 0; state.watching; turn += 1) {
      for (const { payment } of (await paidOn(chain, payTo)).slice(-40)) {
        const response = await send(
          urlOf(turn),
          encodePayment({ ...payment, resource: terms.resource, accepted: terms.accepts[0] }),
          client,
        )
        figures.strangersTried += 1
        if (response?.status === 200) {
          figures.strangersServed += 1
          if (process.env['FAILOVER_SHOW']) console.error('stranger served', Date.now() - began, response.headers.get('link'))
        }
        await response?.body?.cancel()
      }
      await systemTimers.sleep(pauseMs)
    }
  }

  const thief = steal('198.51.100.7')
  const buyers = wallets.map(buy)
  await systemTimers.sleep(4_000)
  if (lostMs !== null) {
    await pair.stopStreaming()
    await systemTimers.sleep(lostMs)
  }
  await pair.killPrimary()
  const killed = Date.now()
  await systemTimers.sleep(promoteAfterMs)
  await pair.promote()
  await systemTimers.sleep(afterMs)
  state.selling = false
  await Promise.all(buyers)
  // What was answered before may be asked for again, whether the ledger has lost it or not.
  for (const one of bought) one.answered = false
  await Promise.all(bought.map((one, index) => untilAnswered(one, index)))
  state.watching = false
  await thief

  const difference = await untilEven(services[0]!, began)
  const takenIn = await pair.takenIn()
  const payments = (await paidOn(chain, payTo)).length
  return {
    gapMs: gapAround(sold, killed),
    payments,
    takenIn,
    difference,
    unanswered: bought.filter(({ answered }) => !answered).length,
    ...figures,
  }
}

async function wallet(world: World): Promise<Account> {
  const account = privateKeyToAccount(generatePrivateKey())
  await world.fund(account.address, '5')
  return account
}

async function currentTerms(url: string) {
  const response = await fetch(url + offer, { ...order, headers: json })
  if (response.status !== 402) throw new Error(`expected a 402, got ${response.status}: ${await response.text()}`)
  await response.body?.cancel()
  return JSON.parse(Buffer.from(response.headers.get('payment-required')!, 'base64').toString('utf8'))
}

/** Every authorization that paid, with what its calldata shows. */
async function paidOn(chain: Chain, payTo: Hex) {
  const { number } = await chain.head()
  const paid: { nonce: Hex; payment: { x402Version: 2; payload: unknown } }[] = []
  const transactions = new Set<Hex>()
  for await (const { transfers } of readTransfers(chain, { to: [payTo] }, { from: 0n, to: number }, async () => {}))
    for (const { transaction } of transfers) transactions.add(transaction)
  for (const transaction of transactions) {
    const receipt = await chain.receipt(transaction)
    if (receipt === null) continue
    const { input } = await chain.rpc.call<{ input: Hex }>('eth_getTransactionByHash', [transaction])
    for (const { payer, to, value, nonce } of settlementsIn(receipt, chain.network)) {
      if (to.toLowerCase() !== payTo) continue
      const shown = authorizationsIn(input)({ from: payer, to, value, nonce })
      if (shown === null) continue
      const { signature, validAfter, validBefore } = shown
      const authorization = { from: payer, to, value: `${value}`, validAfter: `${validAfter}`, validBefore: `${validBefore}`, nonce }
      paid.push({ nonce: nonce.toLowerCase() as Hex, payment: { x402Version: 2, payload: { signature, authorization } } })
    }
  }
  return paid
}

/** The longest time without a sale that began before the moment or soon after it. */
function gapAround(sold: readonly number[], moment: number): number {
  const before = Math.max(...sold.filter((at) => at <= moment), 0)
  const after = Math.min(...sold.filter((at) => at > moment + 1_000))
  return after - Math.max(before, moment)
}

/** What a comparison says once nothing is under way. */
async function untilEven(service: Service, since: number): Promise<bigint> {
  const until = Date.now() + patienceMs
  for (;;) {
    const { networks, difference } = await service.parts.reconcile({ since: { time: since - 60_000 }, adopt: false })
    const [network] = networks
    const open = network?.kinds.pending?.count ?? 0
    if ((difference === 0n && open === 0) || Date.now() > until) return difference
    await systemTimers.sleep(1_000)
  }
}
