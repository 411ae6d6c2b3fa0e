import type { Hex } from '../shared/bytes.ts'
import type { Payment } from '../ledger/payment.ts'
import type { NetworkParts } from './settler-parts.ts'

/** A block that holds settlements of ours and is not final yet. */
export interface WatchedBlock {
  readonly number: bigint
  readonly hash: Hex
  readonly payments: Map<string, Payment>
}

/** Watches the blocks of settlements until they are final. The ledger's list is the truth, this is its head in memory. */
export interface Finality {
  track(payment: Payment): void
  /** Reads again what the ledger has that is not final, oldest first. */
  refresh(): Promise<void>
  /** Marks what has become final; gives the blocks that are not on the chain any more. */
  check(): Promise<WatchedBlock[]>
}

/** Settlements read from the ledger at once. */
const page = 2_000
/** Blocks looked at in one check: of those that may be final now, and of the newest, where reorganisations happen. */
const finalAtOnce = 64
const newestAtOnce = 16
/** A node that lags knows nothing of the newest blocks: only after so many checks in a row is one taken as gone. */
const absences = 3

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
      for (const payment of await ledger.unfinal({ network, transfers, limit: page })) track(payment)
    },
    async check() {
      if (blocks.size === 0) return []
      const final = await chain.finalBlock()
      const sorted = [...blocks].toSorted(([, a], [, b]) => (a.number < b.number ? -1 : 1))
      const settled = sorted.filter(([, block]) => block.number <= final).slice(0, finalAtOnce)
      const newest = sorted.filter(([, block]) => block.number > final).slice(-newestAtOnce)
      const vanished: WatchedBlock[] = []
      const done: string[] = []
      const look = async ([key, block]: [string, WatchedBlock]) => {
        const onChain = await chain.block(block.number)
        if (onChain === null) {
          absent.set(key, (absent.get(key) ?? 0) + 1)
          if (absent.get(key)! < absences) return
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
      await Promise.all([...settled, ...newest].map(look))
      if (done.length > 0) await ledger.finalize({ ids: done })
      return vanished
    },
  }
}
