import { encodeFunctionData } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import { nodeRpc } from '../chains/node-rpc.ts'
import { compiledContract, type ContractFile } from '../contracts/compiled-contract.ts'
import { placeContract } from './place-contract.ts'

/** Sends the transactions that write prices. It has no other use. */
const writer: Hex = '0x0000000000000000000000000000000000707269'
/** 100 gwei: chains of the sandbox take less, and one of them knows no other fee. */
const gasPrice = '0x174876e800'
/** More would not fit into a block. */
const maxRecords = 300

/** The last write on each chain: the writer has one nonce, so its transactions go one after the other. */
const writes = new Map<string, Promise<void>>()

/** Runs a function of one of the sandbox's contracts, in a block of its own. */
function write(
  rpcUrl: string,
  contract: ContractFile,
  to: Hex,
  functionName: string,
  args: readonly unknown[],
  at: number | null = null,
): Promise<void> {
  const written = (writes.get(rpcUrl) ?? Promise.resolve()).then(() => writeNow(rpcUrl, contract, to, functionName, args, at))
  writes.set(
    rpcUrl,
    written.catch(() => {}),
  )
  return written
}

/** @param at the time of the block, in unix seconds; null for the present */
async function writeNow(
  rpcUrl: string,
  contract: ContractFile,
  to: Hex,
  functionName: string,
  args: readonly unknown[],
  at: number | null,
): Promise<void> {
  const rpc = nodeRpc(rpcUrl)
  const data = encodeFunctionData({ abi: compiledContract(contract).abi, functionName, args })
  await rpc.batch([
    ['anvil_setBalance', writer, '0x56bc75e2d63100000'],
    ['anvil_impersonateAccount', writer],
  ])
  // Before the transaction, because the chain may mine that by itself.
  if (at !== null) await rpc.call('evm_setNextBlockTimestamp', at)
  const hash = await rpc.call<Hex>('eth_sendTransaction', { from: writer, to, data, gas: '0x1c9c380', gasPrice })
  await rpc.call('evm_mine')
  const receipt = await rpc.call<{ status: string } | null>('eth_getTransactionReceipt', hash)
  if (receipt?.status !== '0x1') throw new Error(`${contract} could not run ${functionName}`)
}

export interface PlacedFeed {
  readonly address: Hex
  /** Adds rounds, the oldest first. Times are unix seconds. */
  record(rounds: readonly { answer: bigint; at: number }[]): Promise<void>
  /** Names the contract that has the rounds of an earlier phase. */
  follow(phase: number, earlier: Hex): Promise<void>
}

/** Installs a price feed without rounds. */
export async function placeFeed(
  rpcUrl: string,
  { description, decimals = 8, phase = 1, at }: { description: string; decimals?: number; phase?: number; at?: Hex },
): Promise<PlacedFeed> {
  const address = await placeContract(rpcUrl, 'price-feed', at ? { at } : {})
  await write(rpcUrl, 'price-feed', address, 'setUp', [description, decimals, phase])
  return {
    address,
    async record(rounds) {
      for (let start = 0; start < rounds.length; start += maxRecords) {
        const part = rounds.slice(start, start + maxRecords)
        const args = [part.map(({ answer }) => answer), part.map(({ at: time }) => BigInt(time))]
        await write(rpcUrl, 'price-feed', address, 'record', args)
      }
    },
    follow: (earlierPhase, earlier) => write(rpcUrl, 'price-feed', address, 'follow', [earlierPhase, earlier]),
  }
}

export interface PlacedPool {
  readonly address: Hex
  /** The ticks that the pool had from each of these times on (unix seconds), the oldest first. Its price now is that of the last one. */
  record(ticks: readonly { tick: number; at: number }[]): Promise<void>
  setLiquidity(liquidity: bigint): Promise<void>
  /** Swaps in a block of their own, now or at a time after that of the chain's newest block (unix seconds). */
  trade(swaps: readonly PoolTrade[], at?: number): Promise<void>
}

/** A swap, as the pool says it: what came in is above zero, and the price afterwards is that of token 0 in the smallest units of token 1. */
export interface PoolTrade {
  readonly amount0: bigint
  readonly amount1: bigint
  readonly price: number
}

/** Installs a pool without liquidity and without a past. @param cardinality number of observations that it keeps */
export async function placePool(
  rpcUrl: string,
  { token0, token1, fee = 500, cardinality = 1000, at }: { token0: Hex; token1: Hex; fee?: number; cardinality?: number; at?: Hex },
): Promise<PlacedPool> {
  const address = await placeContract(rpcUrl, 'price-pool', at ? { at } : {})
  await write(rpcUrl, 'price-pool', address, 'setUp', [token0, token1, fee, cardinality])
  return {
    address,
    async record(ticks) {
      const price = rootAtTick(ticks.at(-1)?.tick ?? 0)
      await write(rpcUrl, 'price-pool', address, 'record', [ticks.map(({ tick }) => tick), ticks.map(({ at: time }) => time), price])
    },
    setLiquidity: (liquidity) => write(rpcUrl, 'price-pool', address, 'setLiquidity', [liquidity]),
    trade(swaps, time) {
      const tick = Math.floor(Math.log(swaps.at(-1)?.price ?? 1) / Math.log(1.0001))
      const amounts = [swaps.map(({ amount0 }) => amount0), swaps.map(({ amount1 }) => amount1)]
      return write(rpcUrl, 'price-pool', address, 'trade', [...amounts, swaps.map(({ price }) => rootOf(price)), tick], time)
    },
  }
}

/** The square root of a price, as pools hold it, to more places than a double has. */
function rootOf(price: number): bigint {
  return BigInt(Math.round(Math.sqrt(price) * 2 ** 80)) << 16n
}

/** Installs a token of which only decimals and total supply can be read. */
export async function placeIssuedToken(
  rpcUrl: string,
  token: { readonly at: Hex; readonly decimals: number; readonly supply: bigint },
): Promise<void> {
  await placeContract(rpcUrl, 'issued-token', { at: token.at })
  await write(rpcUrl, 'issued-token', token.at, 'setUp', [token.decimals, token.supply])
}

/** The square root of the price at a tick, as pools hold it. */
function rootAtTick(tick: number): bigint {
  return BigInt(Math.round(1.0001 ** (tick / 2) * 2 ** 48)) * 2n ** 48n
}

/** The tick at which one whole token costs so much of another one. */
export function tickOf(price: number, { decimals0, decimals1 }: { decimals0: number; decimals1: number }): number {
  return Math.round(Math.log(price * 10 ** (decimals1 - decimals0)) / Math.log(1.0001))
}
