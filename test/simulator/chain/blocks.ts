import { keccak256 } from '../../../src/chain/keccak.ts'
import type { Block, EventLog, TransactionReceipt } from '../../../src/chain/chain.ts'
import { type Hex, toHex } from '../../../src/shared/bytes.ts'
import type { WaitingTransaction } from './pool.ts'
import type { MovedMoney } from './token.ts'
import type { WorldState } from './world-state.ts'

/** A transaction in a block. */
export interface MinedTransaction {
  readonly transaction: WaitingTransaction
  readonly receipt: TransactionReceipt
  readonly moved: readonly MovedMoney[]
}

/** A block with the state of the chain after it. */
export interface BlockRecord {
  readonly header: Block
  readonly parent: BlockRecord | null
  readonly state: WorldState
  readonly transactions: readonly MinedTransaction[]
  readonly gasUsed: bigint
  /** Number of the newest block that counted as final when this one was made. */
  readonly final: bigint
}

/** All blocks that were ever made, including those of abandoned branches. */
export interface Blocks {
  readonly head: BlockRecord
  /** @throws RangeError when the parent of the block is not the head. */
  append(block: BlockRecord): void
  /** Removes this many blocks from the branch. Returns them, newest first. */
  back(depth: number): BlockRecord[]
  byHash(hash: Hex): BlockRecord | undefined
  /** The block of this number on the branch that ends with `tip`. */
  at(number: bigint, tip: BlockRecord): BlockRecord | null
  /** The mined transaction of this hash on the branch that ends with `tip`. */
  mined(hash: Hex, tip: BlockRecord): MinedTransaction | null
  /** Where the authorization was used or cancelled on the branch that ends with `tip`. */
  authorizationEvents(payer: Hex, nonce: Hex, tip: BlockRecord): EventLog[]
  /** The branch that ends with the head, oldest first. */
  all(): readonly BlockRecord[]
}

export function createBlocks(genesis: BlockRecord): Blocks {
  const branch: BlockRecord[] = [genesis]
  const hashes = new Map<Hex, BlockRecord>([[genesis.header.hash, genesis]])
  const inclusions = new Map<Hex, MinedTransaction[]>()
  const events = new Map<string, EventLog[]>()

  function at(number: bigint, tip: BlockRecord): BlockRecord | null {
    if (number < 0n || number > tip.header.number) return null
    if (branch[Number(tip.header.number)] === tip) return branch[Number(number)] ?? null
    let block: BlockRecord | null = tip
    while (block !== null && block.header.number > number) block = block.parent
    return block
  }

  const stands = (place: { blockNumber: bigint; blockHash: Hex }, tip: BlockRecord) =>
    at(place.blockNumber, tip)?.header.hash === place.blockHash

  function index({ transactions }: BlockRecord): void {
    for (const mined of transactions) {
      const { hash, logs } = mined.receipt
      inclusions.set(hash, [...(inclusions.get(hash) ?? []), mined])
      for (const log of logs) {
        const [, payer, nonce] = log.topics
        // A Transfer event has data; the events of authorizations have none.
        if (log.data !== '0x') continue
        const key = `${payer} ${nonce}`
        events.set(key, [...(events.get(key) ?? []), log])
      }
    }
  }

  return {
    get head() {
      return branch.at(-1)!
    },
    append(block) {
      if (block.parent !== branch.at(-1)) throw new RangeError('the parent of a block must be the head')
      branch.push(block)
      hashes.set(block.header.hash, block)
      index(block)
    },
    back: (depth) => branch.splice(branch.length - depth, depth).toReversed(),
    byHash: (hash) => hashes.get(hash),
    at,
    mined: (hash, tip) => inclusions.get(hash)?.find(({ receipt }) => stands(receipt, tip)) ?? null,
    authorizationEvents: (payer, nonce, tip) =>
      (events.get(`0x${'0'.repeat(24)}${payer.slice(2)} ${nonce}`) ?? []).filter((log) => stands(log, tip)),
    all: () => branch,
  }
}

/** Differs for every block that is ever made, even for blocks with the same content. */
export function blockHash(parent: Hex, salt: string): Hex {
  return toHex(keccak256(Buffer.from(`${parent} ${salt}`, 'utf8')))
}
