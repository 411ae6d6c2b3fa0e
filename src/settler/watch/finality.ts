import type { Hex } from '../../shared/bytes.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { NetworkParts } from '../settler-parts.ts'

/** A block that holds settlements of ours and is not final yet. */
export interface WatchedBlock {
  readonly number: bigint
  readonly hash: Hex
  readonly payments: Map<string, Payment>
}

/** Watches the blocks of settlements until they are final. It keeps the first part of the ledger's list in memory; the ledger decides. */
export interface Finality {
  track(payment: Payment): void
  /** Reads what is not final from the ledger again, oldest first. */
  refresh(): Promise<void>
  /** Marks what has become final; gives the blocks that are no longer on the chain. */
  check(): Promise<WatchedBlock[]>
}

/** Settlements read from the ledger at once. */
const page = 2_000
/** The most blocks in one check: of those that may be final now, and of the newest, where reorganisations happen. */
const maxFinalAtOnce = 64
const maxNewestAtOnce = 16
/** Checks in a row without a block, after which it counts as vanished. A node that lags does not know the newest blocks. */
const maxAbsences = 3

/** Watches authorizations, or the transfers that payers made themselves. */
export function createFinality(parts: Pick<NetworkParts, 'chain' | 'ledger'>, { transfers = false } = {}): Finality {
  const { chain, ledger } = parts
  const network = chain.network.id
  const blocks = new Map<string, WatchedBlock>()
  const absent = new Map<string, number>()

  function track(payment: Payment): void {
    const { blockNumber: number, blockHash: hash } = payment
    if (number === null || hash === null || payment.final) return
    const key = `${number}:${hash}`
    const block = blocks.get(key) ?? { number, hash, payments: new Map<string, Payment>() }
    block.payments.set(payment.id, payment)
    blocks.set(key, block)
  }

  function forget(key: string): void {
    blocks.delete(key)
    absent.delete(key)
  }

  return {
    track,
    async refresh() {
      for (const payment of await ledger.notFinal({ network, transfers, limit: page })) track(payment)
    },
    async check() {
      if (blocks.size === 0) return []
      const final = await chain.finalBlock()
      const sorted = [...blocks].toSorted(([, a], [, b]) => (a.number < b.number ? -1 : 1))
      const settled = sorted.filter(([, block]) => block.number <= final).slice(0, maxFinalAtOnce)
      const newest = sorted.filter(([, block]) => block.number > final).slice(-maxNewestAtOnce)
      const vanished: WatchedBlock[] = []
      const done: string[] = []
      const checkBlock = async ([key, block]: [string, WatchedBlock]) => {
        const onChain = await chain.block(block.number)
        if (onChain === null) {
          absent.set(key, (absent.get(key) ?? 0) + 1)
          if (absent.get(key)! < maxAbsences) return
        } else if (onChain.hash.toLowerCase() === block.hash.toLowerCase()) {
          absent.delete(key)
          if (block.number <= final) {
            done.push(...block.payments.keys())
            forget(key)
          }
          return
        }
        vanished.push(block)
        forget(key)
      }
      await Promise.all([...settled, ...newest].map(checkBlock))
      if (done.length > 0) await ledger.finalize({ ids: done })
      return vanished
    },
  }
}
