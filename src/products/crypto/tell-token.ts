import { checksumAddress } from '../../chain/address.ts'
import type { Block, Network } from '../../chain/chain.ts'
import type { Hex } from '../../shared/bytes.ts'
import { formatUnits } from '../../shared/money.ts'
import { metaOf } from '../../sources/meta.ts'
import type { SourceStamp } from '../../sources/source.ts'
import type { TokenSight } from './analyse-token.ts'
import { percentOf, type Holding, type HolderShares } from './holder-shares.ts'
import { flagsOf, isRenounced, verdictOf } from './judge-token.ts'
import { judgeTrial } from './judge-trial.ts'
import { knownToken } from './known-tokens.ts'
import type { TokenFacts } from './observe-token.ts'
import type { Part } from './part.ts'
import { figuresOf, type PoolFigures } from './pool-figures.ts'
import type { TokenAnswer } from './token-answer.ts'
import type { TransferTrial } from './try-transfers.ts'

export interface Telling {
  readonly address: Hex
  readonly network: Pick<Network, 'id' | 'slug' | 'name' | 'asset'>
  readonly simulated: boolean
}

/** An answer that shows less than that of its five parts is not worth its price. */
export const leastConfidence = 0.5

/** The answer that tells what was observed, and why the rest was not. */
export function tellToken(report: { sight: TokenSight; observedAt: number; cached: boolean }, telling: Telling): TokenAnswer {
  const { contract, holders, trial, pools } = report.sight
  const { network } = telling
  const known = knownToken(telling.address, network)
  const facts = valueOf(contract.facts)
  const figures = pools.seen ? figuresOf(pools.value.value, report.observedAt) : null
  const parts = { token: contract.facts, transferSimulation: trial, holders, liquidity: pools }
  const confidence = (1 + Object.values(parts).filter(({ seen }) => seen).length) / (1 + Object.keys(parts).length)
  const shares = valueOf(holders)
  const judged = { network, known, contract, facts, holders: shares, trial: valueOf(trial), pools: figures }
  const flags = flagsOf(judged)
  const notObserved = [
    ...Object.entries(parts).flatMap(([field, part]) => (part.seen ? [] : [{ field, reason: part.reason }])),
    ...unreadable(facts),
  ]
  return {
    address: checksumAddress(telling.address),
    network: network.id,
    block: { number: Number(contract.block.number), timestamp: blockTime(contract.block) },
    observedAt: new Date(report.observedAt).toISOString(),
    verdict: verdictOf(flags, { known, confidence }),
    confidence,
    flags,
    known: known && { ...known },
    code: { size: contract.codeSize, hash: contract.codeHash },
    token: facts && tellFacts(facts),
    owner: facts?.owner
      ? { address: checksumAddress(facts.owner.address), renounced: isRenounced(facts.owner) === true, from: facts.owner.from }
      : null,
    proxy: tellProxy(contract),
    capabilities: contract.capabilities.map(({ capability, signature, selector, foundIn }) => ({
      capability,
      signature,
      selector,
      foundIn: checksumAddress(foundIn),
    })),
    transferSimulation: trial.seen ? tellTrial(trial.value) : null,
    holders: shares && tellHolders(shares),
    liquidity: figures && tellPools(figures),
    notObserved,
    simulated: telling.simulated,
    meta: metaOf({
      stamps: [stampOf(network, contract.block, report.cached), ...(pools.seen ? [pools.value.source] : [])],
      // That a contract names no owner is an answer.
      missing: notObserved.map(({ field }) => field).filter((field) => field !== 'owner' || !facts),
      simulated: telling.simulated,
    }),
  }
}

function valueOf<T>(part: Part<T>): T | null {
  return part.seen ? part.value : null
}

function tellFacts({ name, symbol, decimals, totalSupply }: TokenFacts): TokenAnswer['token'] {
  return {
    name: name && name.text,
    symbol: symbol && symbol.text,
    decimals,
    totalSupply: totalSupply === null ? null : totalSupply.toString(),
    totalSupplyFormatted: totalSupply === null || decimals === null ? null : formatUnits(totalSupply, decimals),
  }
}

function tellProxy({ proxy, replaceable }: TokenSight['contract']): TokenAnswer['proxy'] {
  if (!proxy) return null
  return {
    kind: proxy.kind,
    implementation: checksumAddress(proxy.implementation),
    path: proxy.path.map(checksumAddress),
    admin: proxy.admin && checksumAddress(proxy.admin),
    beacon: proxy.beacon && checksumAddress(proxy.beacon),
    adminOwner: proxy.adminOwner && checksumAddress(proxy.adminOwner),
    replaceable,
  }
}

function tellTrial(trial: TransferTrial): TokenAnswer['transferSimulation'] {
  const { honeypot, buyTax, sendTax, sellTax } = judgeTrial(trial)
  const { soldTo, tokens, holdersTried, holdersRefused } = trial
  return {
    honeypot,
    buyTaxPercent: buyTax,
    sendTaxPercent: sendTax,
    sellTaxPercent: sellTax,
    soldTo,
    tokens,
    holdersTried,
    holdersRefused,
  }
}

function tellHolders(shares: HolderShares & { readonly since: Block | null; readonly transfers: number }): TokenAnswer['holders'] {
  const tell = (whole: bigint) => (holding: Holding) => ({
    address: checksumAddress(holding.address),
    balance: holding.balance.toString(),
    percent: percentOf(holding.balance, whole),
    kind: holding.kind,
  })
  return {
    count: shares.count,
    top10Percent: percentOf(
      shares.largest.reduce((sum, { balance }) => sum + balance, 0n),
      shares.held,
    ),
    largest: shares.largest.map(tell(shares.held)),
    notCounted: shares.notCounted.map(tell(shares.all)),
    firstTransferAt: shares.since && blockTime(shares.since),
    transfers: shares.transfers,
  }
}

function tellPools({ count, liquidityUsd, volume24hUsd, buys24h, sells24h, oldestAt, deepest }: PoolFigures): TokenAnswer['liquidity'] {
  return {
    usd: liquidityUsd,
    pools: count,
    deepest: deepest && { pool: deepest.pool, dex: deepest.dex, against: deepest.against.symbol, usd: deepest.liquidityUsd },
    oldestPoolAt: oldestAt === null ? null : new Date(oldestAt).toISOString(),
    volume24hUsd,
    buys24h,
    sells24h,
  }
}

/** Members that the contract itself does not tell. */
function unreadable(facts: TokenFacts | null): { field: string; reason: string }[] {
  if (!facts) return [{ field: 'owner', reason: 'The getters of the contract could not be asked.' }]
  const { name, symbol, decimals, totalSupply, owner } = facts
  const answers = { 'token.name': name, 'token.symbol': symbol, 'token.decimals': decimals, 'token.totalSupply': totalSupply, owner }
  return Object.entries(answers).flatMap(([field, value]) => {
    const asked = field === 'owner' ? 'owner() and getOwner()' : `${field.replace('token.', '')}()`
    return value === null ? [{ field, reason: `The contract does not answer ${asked} with a readable value.` }] : []
  })
}

function stampOf({ id, name }: Telling['network'], block: Block, cached: boolean): SourceStamp {
  return {
    id: `rpc:${id}`,
    // Never the address of the node, which may hold a key.
    url: `caip2:${id}`,
    asOf: blockTime(block),
    licence: 'public blockchain data',
    attribution: `${name}, block ${block.number}`,
    cache: cached ? 'hit' : 'miss',
  }
}

function blockTime(block: Block): string {
  return new Date(Number(block.timestamp) * 1000).toISOString()
}
