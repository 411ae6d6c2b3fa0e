import type { World } from '../../../sandbox/world.ts'
import { authorizationsIn } from '../../../src/chain/authorization-in-calldata.ts'
import type { Chain } from '../../../src/chain/chain.ts'
import { readTransfers } from '../../../src/chain/read-transfers.ts'
import { settlementsIn } from '../../../src/chain/settlement-logs.ts'
import { systemTimers } from '../../../src/ops/system.ts'
import type { Service } from '../../../src/service/start-service.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import type { DatabasePair } from '../../failover/database-pair.ts'
import { encodePayment, nonceIn, signPayment, type Account } from '../../signed-payments.ts'
import { currentTerms, newWallet, order } from './live-service.ts'

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
  /** Whether what is committed before the kill is lost. */
  readonly losesCommits: boolean
  readonly times: FailoverTimes
}

/** Milliseconds, and longer where each payer has not bought something by then. */
export interface FailoverTimes {
  /** Sales before anything happens. */
  readonly beforeMs: number
  /** Sales that the standby does not get. */
  readonly lostMs: number
  /** Until somebody promotes the standby. */
  readonly promoteAfterMs: number
  /** Sales after that. */
  readonly afterMs: number
}

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
  const { world, pair, services, payTo, payers, losesCommits, times } = options
  const chain = services[0]!.parts.chains.get('eip155:8453')!
  const bought: Bought[] = []
  const sold: number[] = []
  const figures = { toldToPayAgain: 0, strangersServed: 0, strangersTried: 0 }
  const state = { selling: true, watching: true }
  const urlOf = (turn: number) => services[turn % services.length]!.url
  const began = Date.now()
  const terms = await currentTerms(urlOf(0))

  const send = (url: string, payment: string, client: string) => order(url, payment, client).catch(() => null)

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

  const wallets = await Promise.all(Array.from({ length: payers }, () => newWallet(world)))
  const isOnChain = async (nonce: Hex) => (await paidOn(chain, payTo)).some((one) => one.nonce === nonce.toLowerCase())

  async function buy(account: Account, index: number): Promise<void> {
    // Half of the payers are new wallets for every call, so that nothing of them is known from before.
    for (let turn = index; state.selling; turn += 1) {
      const buyer = index % 2 === 0 ? account : await newWallet(world)
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

  /** Sales go on so long, and until there were as many as payers. */
  async function sellFor(ms: number): Promise<void> {
    const enough = sold.length + payers
    await systemTimers.sleep(ms)
    while (sold.length < enough) await systemTimers.sleep(50)
  }

  const thief = steal('198.51.100.7')
  const buyers = wallets.map(buy)
  await sellFor(times.beforeMs)
  if (losesCommits) {
    await pair.stopStreaming()
    await sellFor(times.lostMs)
  }
  await pair.killPrimary()
  const killed = Date.now()
  await systemTimers.sleep(times.promoteAfterMs)
  await pair.promote()
  await sellFor(times.afterMs)
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
