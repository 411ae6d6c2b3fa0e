import { RpcUnreachable, type Chain } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { hasPassed } from '../../shared/clock.ts'
import { createNetworkRounds } from '../network-rounds.ts'
import { blocksMs, canStillBeMined, pollMs } from '../policy.ts'
import { createQueue, type Queue } from '../queue.ts'
import type { NetworkSettler } from '../settle-network.ts'
import type { Settlement } from '../settlements.ts'
import type { NetworkParts, SettlerParts } from '../settler-parts.ts'
import type { Facilitator, SettleAnswer } from './facilitator.ts'
import type { Standing } from './standing.ts'

/** How often a payment was handed over, and what was said to it last. */
interface Handed {
  times: number
  at: number
  said: SettleAnswer['kind'] | 'nothing_yet'
  doubted: boolean
}

/** A transaction that it names may take so long to be seen by our node before its word is doubted. */
const doubtAfterMs = 5_000
const doubtAfterBlocks = 4
/** After so many blocks without an answer the chain is looked at meanwhile: it may know more. */
const silentBlocks = 2
/** Longest pause between two tries with one payment. */
const longestPauseMs = 15_000
/** Nothing new is sold while so many turns of payments wait: who is slow would let them expire, or their callers wait in vain. */
const mostTurnsWaiting = 16
/** While a transaction may be on its way the chain is looked at at least as often as after so many looks. */
const looksWhileOnItsWay = 2

/**
 * Everything that settles on one network by way of a facilitator. Whatever it says, the token's events decide: a success is one
 * when the transfer is found, a failure ends nothing that our own simulation does not confirm, and of silence only the chain
 * tells what it meant. Handing one payment over twice is harmless, since its nonce is used once.
 */
export function createFacilitatedNetwork(
  shared: SettlerParts,
  chain: Chain,
  { facilitator, standing }: { readonly facilitator: Facilitator; readonly standing: Standing },
): NetworkSettler {
  const { network } = chain
  const { policy, clock, background, meters, timers } = shared
  const parts: NetworkParts = { ...shared, chain }
  const log = shared.log.child({ network: network.id })
  const handed = new WeakMap<Settlement, Handed>()
  const rounds = createNetworkRounds(parts, { again, lanes: () => [] })
  const { conclude, looking, finality } = rounds
  let underWay = 0

  const queue: Queue = createQueue({
    timers,
    batchSize: 1,
    retryMs: policy.retryMs,
    collectMs: () => 0,
    ready: () => underWay < standing.atOnce,
    leave([settlement]) {
      if (settlement === undefined) return
      underWay += 1
      background.run('hand a payment over', async () => {
        try {
          await handOver(settlement)
        } finally {
          underWay -= 1
          queue.wake()
        }
      })
    },
  })

  async function handOver(settlement: Settlement): Promise<void> {
    if (settlement.place !== 'sending') return
    if (!canStillBeMined(policy, network, settlement.authorization.validBefore, clock.now())) return looking.add(settlement, 0)
    const before = handed.get(settlement)
    const now: Handed = { times: (before?.times ?? 0) + 1, at: clock.now(), said: 'nothing_yet', doubted: before?.doubted ?? false }
    handed.set(settlement, now)
    settlement.looks = 0
    const cancel = timers.after(blocksMs(policy, network, silentBlocks), () => {
      if (settlement.place === 'sending') looking.add(settlement, 0)
    })
    const answer = await facilitator.settle({ network, authorization: settlement.authorization })
    cancel()
    Object.assign(now, { said: answer.kind, at: clock.now() })
    standing.heard(answer)
    // Meanwhile it may have expired, or been found on chain.
    if (!isHere(settlement)) return
    settlement.looks = 0
    try {
      if (answer.transaction !== null && (await isProven(settlement, answer.transaction))) return
      if (answer.kind === 'says_failed') await check(settlement, answer.reason)
    } catch (error) {
      if (!(error instanceof RpcUnreachable))
        log.error({ err: error, payment: settlement.payment.id }, 'what became of a payment could not be looked up')
    }
    if (isHere(settlement)) looking.add(settlement, answer.kind === 'says_settled' ? pollMs(policy, network) : 0)
  }

  const isHere = ({ place }: Settlement) => place === 'sending' || place === 'look'

  /** Settles by the receipt that it named, where one confirmation is enough. */
  async function isProven(settlement: Settlement, transaction: Hex): Promise<boolean> {
    if (network.confirmations > 1) return false
    const receipt = await chain.receipt(transaction)
    return receipt !== null && (await conclude.receipt([settlement], receipt)) === 1
  }

  /** It says that this payment can't be settled. That counts where the transfer would fail for anybody. */
  async function check(settlement: Settlement, reason: string): Promise<void> {
    const { payment, authorization } = settlement
    const [succeeds] = await chain.simulateTransfers(payment.payTo, [authorization], policy.gasContract)
    if (!succeeds) {
      Object.assign(settlement, { failedAlone: 'simulation', failedAt: clock.now() })
      standing.refused(true)
      return
    }
    meters.alarms.add({ network: network.id, alarm: 'facilitator_refuses' })
    // One payer whom it does not want does not end the sale to others.
    if (handed.get(settlement)?.times !== 1) return
    standing.refused(false)
    log.error({ payment: payment.id, reason }, 'the facilitator refuses a payment that would succeed: it is tried again until it expires')
  }

  /** Nothing of it is on chain. Does nothing until it is time for another try: the looks go on meanwhile. */
  function again(settlement: Settlement): void {
    const last = handed.get(settlement)
    if (!last) return queue.add(settlement)
    if (last.said === 'nothing_yet') {
      settlement.looks = Math.min(settlement.looks, looksWhileOnItsWay)
      return
    }
    const patienceMs =
      last.said === 'says_settled'
        ? Math.max(doubtAfterMs, blocksMs(policy, network, doubtAfterBlocks))
        : Math.min(longestPauseMs, policy.retryMs * 2 ** (Math.min(last.times, 8) - 1))
    if (!hasPassed(last.at, patienceMs, clock.now())) {
      if (last.said === 'says_settled') settlement.looks = Math.min(settlement.looks, looksWhileOnItsWay)
      return
    }
    if (last.said === 'says_settled' && !last.doubted) {
      last.doubted = true
      meters.alarms.add({ network: network.id, alarm: 'facilitator_lied' })
      log.error(
        { payment: settlement.payment.id },
        'the facilitator says that a payment is settled, and the chain does not: it is not answered',
      )
    }
    queue.add(settlement)
  }

  return {
    owned: true,
    wanted: [],
    get stalled() {
      return standing.stalled(network.id) || queue.size >= mostTurnsWaiting * standing.atOnce
    },
    begin(payment, adopted) {
      const { settlement, begun } = shared.settlements.begin(payment, 'elsewhere')
      const ours = payment.instance === shared.instance
      if (settlement.place !== 'elsewhere' || (!ours && payment.leaseUntil > clock.now())) return settlement
      settlement.payment = payment
      // An earlier life may have handed it over.
      if (begun && ours && !adopted) queue.add(settlement)
      else looking.add(settlement, 0)
      return settlement
    },
    own: () => standing.refresh(),
    async lookAtAll() {
      await Promise.all([finality.refresh(), looking.caughtUp()])
    },
    reconcile: rounds.reconcile,
    hurry: () => queue.hurry(),
    release: () => Promise.resolve(),
  }
}
