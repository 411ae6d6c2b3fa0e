import type { Block, Chain, Network } from '../../../src/chain/chain.ts'
import { keccak256 } from '../../../src/chain/keccak.ts'
import { type Hex, toHex } from '../../../src/shared/bytes.ts'
import { admit, nextBaseFee } from './admit.ts'
import { blockHash, type BlockRecord, createBlocks } from './blocks.ts'
import { type Received, receivedBy, type Spent, spentBy } from './account-history.ts'
import { createExecution } from './execute.ts'
import { makeBlock } from './make-block.ts'
import { createNode } from './node.ts'
import { type Act, callOf } from './outsiders.ts'
import { type PoolEntry, poolEntry } from './pool-entry.ts'
import { createPool, type WaitingTransaction } from './pool.ts'
import { decodeTransaction, type SignedTransaction } from './raw-transaction.ts'
import { type AuthorizationState, emptyState, type Grants } from './world-state.ts'

export interface SimulatedChainOptions {
  readonly network: Network
  readonly multicall: boolean
  /** Unix seconds. */
  readonly genesisTimestamp: bigint
  /** Wei per gas; on a legacy network the lowest gas price that its nodes accept. */
  readonly baseFee: bigint
  /** Whether the base fee changes as EIP-1559 says; otherwise it stays until it is set. */
  readonly baseFeeMoves?: boolean
  /** Unix seconds of a block made now, for simulated calls. Default: one block time after the head. */
  readonly now?: () => bigint
}

export interface NodeOptions {
  /** How many blocks the node is behind the head; called on every request. */
  readonly behind?: () => number
  /** Hash of the node's newest block, possibly on an abandoned branch; null for the current branch. Called on every request. */
  readonly standsOn?: () => Hex | null
  /** Answers `underpriced` to a transaction that pays less than the current base fee, instead of letting it wait. */
  readonly refusesBelowBaseFee?: boolean
}

export interface ReorganisationOptions {
  /** What happens to the transactions of the removed blocks: lost, back in the pool, or as this function decides (true: to the pool). */
  readonly transactions: 'lost' | 'to-pool' | ((hash: Hex) => boolean)
  /** Makes the same number of new blocks immediately, so that the height does not fall: empty ones, or with transactions of the pool. */
  readonly replace?: 'empty' | 'mined'
}

/** One EVM chain with USDC. It has no time, randomness or I/O of its own: everything happens when it is called. */
export interface SimulatedChain {
  readonly network: Network
  node(options?: NodeOptions): Chain
  /** Gives USDC (base units) or gas coins (wei) outside of any block, so no reorganisation removes them. */
  fund(account: Hex, units: bigint): void
  fundGas(account: Hex, wei: bigint): void
  /**
   * Makes the next block. `choose` takes some of what waits, in the order in which it is to be tried.
   * @param timestamp unix seconds; never before the parent's.
   */
  mine(timestamp: bigint, choose?: (pool: readonly PoolEntry[]) => readonly PoolEntry[]): Block
  /** Sets the base fee of the next block, in wei per gas, and of later blocks unless the base fee moves. */
  setBaseFee(wei: bigint): void
  /** The tip that nodes suggest, in wei per gas. */
  setSuggestedTip(wei: bigint): void
  setBlockGasLimit(gas: bigint): void
  /** For networks whose nodes name the final block by a tag: sets how many blocks below the head it is, from the next block on. */
  setFinalityDepth(blocks: number): void
  /** Removes blocks from the chain. @throws RangeError for a depth above `reorganisable()`. */
  reorganise(depth: number, options: ReorganisationOptions): void
  /** Number of blocks after the final one. */
  reorganisable(): number
  /** Removes these transactions from the pool of all nodes. */
  dropFromPool(which: (entry: PoolEntry) => boolean): void
  /** Sends an outsider's transaction, which pays no gas. Returns its hash. */
  act(act: Act, options?: { readonly first?: boolean; readonly tip?: bigint; readonly gas?: bigint }): Hex
  pool(): readonly PoolEntry[]
  head(): Block
  /** On the current branch, in the order of the chain. */
  transfersTo(payee: Hex): Received[]
  balanceOf(account: Hex): bigint
  isBlacklisted(account: Hex): boolean
  authorizationState(payer: Hex, nonce: Hex): AuthorizationState
  /** Of an account with a key, on the current branch. */
  minedTransactionsOf(signer: Hex): Spent
  /** Outcome of a transaction on the current branch; null while it is in no block. */
  outcomeOf(hash: Hex): 'success' | 'reverted' | null
}

const gwei = 1_000_000_000n
const lower = (hex: Hex) => hex.toLowerCase() as Hex
/** Highest fee of an outsider, in wei per gas. */
const any = 1n << 100n

export function createSimulatedChain(options: SimulatedChainOptions): SimulatedChain {
  const { network, multicall } = options
  const grants: Grants = { usdc: new Map(), coins: new Map() }
  const pool = createPool()
  const execution = createExecution({ network, multicall })
  const decoded = new Map<Hex, SignedTransaction | null>()
  const world = {
    blockGasLimit: 60_000_000n,
    suggestedTip: gwei / 10n,
    finalityDepth: network.finality.kind === 'depth' ? network.finality.blocks : 32,
    baseFee: options.baseFee,
    baseFeeSet: false,
    final: 0n,
    made: 0,
    arrivals: 0,
  }
  const hasBaseFee = network.transactions === 'eip1559'
  const genesis: BlockRecord = {
    header: {
      number: 0n,
      hash: blockHash('0x', network.id),
      timestamp: options.genesisTimestamp,
      baseFee: hasBaseFee ? options.baseFee : null,
    },
    parent: null,
    state: emptyState(grants),
    transactions: [],
    gasUsed: 0n,
    final: 0n,
  }
  const blocks = createBlocks(genesis)

  const entryOf = (transaction: WaitingTransaction) => poolEntry(network.asset, transaction)
  const entries = () => pool.all().map(entryOf)

  function decode(raw: Hex): SignedTransaction | null {
    const known = decoded.get(raw)
    if (known !== undefined) return known
    const transaction = decodeTransaction(raw)
    decoded.set(raw, transaction)
    return transaction
  }

  function baseFeeAfter(parent: BlockRecord): bigint {
    const { baseFee } = parent.header
    if (baseFee === null || world.baseFeeSet || !options.baseFeeMoves) return world.baseFee
    return nextBaseFee(baseFee, parent.gasUsed, world.blockGasLimit)
  }

  function mine(timestamp: bigint, choose?: (pool: readonly PoolEntry[]) => readonly PoolEntry[]): Block {
    const parent = blocks.head
    const number = parent.header.number + 1n
    const depth = BigInt(world.finalityDepth)
    const below = number > depth ? number - depth : 0n
    const baseFee = baseFeeAfter(parent)
    world.baseFeeSet = false
    world.made += 1
    const header = {
      number,
      hash: blockHash(parent.header.hash, `${world.made}`),
      timestamp: timestamp > parent.header.timestamp ? timestamp : parent.header.timestamp,
      baseFee: hasBaseFee ? baseFee : null,
    }
    const waiting = pool.all()
    const chosen = choose ? choose(waiting.map(entryOf)).flatMap(({ hash }) => waiting.filter((one) => one.hash === hash)) : null
    if (below > world.final) world.final = below
    const block = makeBlock({
      network,
      execution,
      parent,
      header,
      final: world.final,
      gasLimit: world.blockGasLimit,
      baseFee,
      pool,
      chosen,
    })
    blocks.append(block)
    const mined = new Set(block.transactions.map(({ transaction }) => transaction.hash))
    pool.drop(({ hash, from, signed }) => mined.has(hash) || (signed !== null && signed.nonce < block.state.accountNonce(from)))
    return header
  }

  function reorganise(depth: number, { transactions, replace }: ReorganisationOptions): void {
    if (depth < 1 || depth > reorganisable()) throw new RangeError(`${depth} blocks can't be reorganised away`)
    const gone = blocks.back(depth).toReversed()
    const keeps = typeof transactions === 'function' ? transactions : () => transactions === 'to-pool'
    for (const { transaction } of gone.flatMap((block) => block.transactions)) {
      if (keeps(transaction.hash)) pool.add({ ...transaction, replaced: false })
    }
    if (replace) for (const { header } of gone) mine(header.timestamp, replace === 'empty' ? () => [] : undefined)
  }

  const reorganisable = () => Number(blocks.head.header.number - world.final)

  function tipOf({ behind, standsOn }: NodeOptions): BlockRecord {
    const hash = standsOn?.() ?? null
    if (hash !== null) {
      const block = blocks.byHash(hash)
      if (block === undefined) throw new RangeError(`there never was a block ${hash}`)
      return block
    }
    const { head } = blocks
    const number = head.header.number - BigInt(behind?.() ?? 0)
    return blocks.at(number > 0n ? number : 0n, head) ?? head
  }

  return {
    network,
    node: (nodeOptions = {}) =>
      createNode({
        network,
        multicall,
        blocks,
        execution,
        pool,
        tip: () => tipOf(nodeOptions),
        // A final block stays final, even while the chain is shorter than before.
        final: (tip) => (tip === blocks.head ? world.final : tip.final),
        pendingTimestamp({ header }) {
          const now = options.now?.() ?? header.timestamp + BigInt(Math.max(1, Math.round(network.blockMs / 1000)))
          return now > header.timestamp ? now : header.timestamp
        },
        suggestedTip: () => world.suggestedTip,
        gasPrice: () => world.baseFee,
        send: (raw, tip) =>
          admit(decode(raw), {
            network,
            pool,
            tip,
            head: blocks.head,
            blockGasLimit: world.blockGasLimit,
            lowestFee: hasBaseFee && !nodeOptions.refusesBelowBaseFee ? 0n : world.baseFee,
            arrival: world.arrivals++,
          }),
      }),
    fund: (account, units) => void grants.usdc.set(lower(account), (grants.usdc.get(lower(account)) ?? 0n) + units),
    fundGas: (account, wei) => void grants.coins.set(lower(account), (grants.coins.get(lower(account)) ?? 0n) + wei),
    mine,
    setBaseFee: (wei) => void Object.assign(world, { baseFee: wei, baseFeeSet: true }),
    setSuggestedTip: (wei) => void (world.suggestedTip = wei),
    setBlockGasLimit: (gas) => void (world.blockGasLimit = gas),
    setFinalityDepth: (depth) => void (world.finalityDepth = depth),
    reorganise,
    reorganisable,
    dropFromPool: (which) => pool.drop((transaction) => which(entryOf(transaction))),
    act(act, { first = false, tip = world.suggestedTip, gas = 500_000n } = {}) {
      const arrival = world.arrivals++
      const hash = toHex(keccak256(Buffer.from(`${network.id} outsider ${arrival}`, 'utf8')))
      const call = callOf(act, network.asset)
      pool.add({ ...call, hash, signed: null, gas, maxFeePerGas: any, maxPriorityFeePerGas: tip, first, arrival, replaced: false })
      return hash
    },
    pool: entries,
    head: () => blocks.head.header,
    transfersTo: (payee) => receivedBy(blocks, lower(payee)),
    balanceOf: (account) => blocks.head.state.usdc(lower(account)),
    isBlacklisted: (account) => blocks.head.state.blacklisted(lower(account)),
    authorizationState: (payer, nonce) => blocks.head.state.authorization(lower(payer), lower(nonce)),
    minedTransactionsOf: (signer) => spentBy(blocks, lower(signer)),
    outcomeOf: (hash) => blocks.mined(lower(hash), blocks.head)?.receipt.status ?? null,
  }
}
