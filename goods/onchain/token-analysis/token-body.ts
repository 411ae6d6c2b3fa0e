import { metaOf } from '../../../src/goods/door.ts'
import { formatUnits } from '../../../src/goods/kit/answers.ts'
import { checksumAddress, type Hex, type Network } from '../../../src/goods/kit/evm.ts'
import { knownToken } from '../../../src/goods/kit/known-addresses.ts'
import type { Block } from '../../../src/goods/kit/rpc.ts'
import type { CachedReport } from '../addresses/reports/report-cache.ts'
import { networkStamp } from '../addresses/reports/network-stamp.ts'
import type { ObservedToken } from './observed-token.ts'
import { shareOf, type Holding, type HolderShares } from './holder-shares.ts'
import { flagsOf, isRenounced, tokenVerdict } from './token-verdict.ts'
import { assessTrial } from './assess-trial.ts'
import { recommendToken } from './recommend-token.ts'
import type { TokenClaims } from './token-contract.ts'
import type { Part } from './part.ts'
import type { TokenReport } from './token-reports.ts'
import { poolFigures, type PoolFigures } from './pool-figures.ts'
import type { TokenAnswer } from './token-answer.ts'
import type { TransferTrial } from './transfer-trial.ts'

export interface TokenBodyParts {
  readonly address: Hex
  readonly network: Pick<Network, 'id' | 'slug' | 'name' | 'asset'>
  readonly simulated: boolean
}

/** An answer with a smaller share of its five parts is not charged for. */
export const minObservedShare = 0.5

/** The answer: what was observed, and why the rest was not. */
export function tokenBody({ report, cached }: CachedReport<TokenReport>, { address, network, simulated }: TokenBodyParts): TokenAnswer {
  const { contract, holders, trial, pools } = report.observed
  const known = knownToken(address, network)
  const claims = valueOf(contract.claims)
  const figures = pools.seen ? poolFigures(pools.value.value, report.observedAt) : null
  const parts = { token: contract.claims, transferSimulation: trial, holders, liquidity: pools }
  const observedShare = (1 + Object.values(parts).filter(({ seen }) => seen).length) / (1 + Object.keys(parts).length)
  const shares = valueOf(holders)
  const evidence = { network, known, contract, claims, holders: shares, trial: valueOf(trial), pools: figures }
  const flags = flagsOf(evidence)
  const verdict = tokenVerdict(flags, { known, observedShare })
  const notObserved = [
    ...Object.entries(parts).flatMap(([field, part]) => (part.seen ? [] : [{ field, reason: part.reason }])),
    ...unreadable(claims),
    ...unknownOfPools(figures),
  ]
  return {
    address: checksumAddress(address),
    network: network.id,
    blockNumber: Number(contract.block.number),
    blockAt: blockTime(contract.block),
    observedAt: new Date(report.observedAt).toISOString(),
    verdict,
    recommendation: recommendToken(verdict, flags, known),
    observedShare,
    flags,
    known: known && { ...known },
    code: { bytes: contract.codeSize, hash: contract.codeHash },
    token: claims && claimsBody(claims),
    owner: claims?.owner
      ? { address: checksumAddress(claims.owner.address), renounced: isRenounced(claims.owner) === true, from: claims.owner.from }
      : null,
    proxy: proxyBody(contract),
    capabilities: contract.capabilities.map(({ capability, signature, selector, foundIn }) => ({
      capability,
      signature,
      selector,
      foundIn: checksumAddress(foundIn),
    })),
    transferSimulation: trial.seen ? trialBody(trial.value) : null,
    holders: shares && holdersBody(shares),
    liquidity: figures && poolsBody(figures),
    notObserved,
    meta: metaOf({
      stamps: [networkStamp(network, contract.block, cached), ...(pools.seen ? [pools.value.source] : [])],
      // A contract without an owner has answered, so nothing is missing.
      missing: notObserved.map(({ field }) => field).filter((field) => field !== 'owner' || !claims),
      knownShare: observedShare,
      simulated,
    }),
  }
}

function valueOf<T>(part: Part<T>): T | null {
  return part.seen ? part.value : null
}

function claimsBody({ name, symbol, decimals, totalSupply }: TokenClaims): TokenAnswer['token'] {
  return {
    name: name && name.text,
    symbol: symbol && symbol.text,
    decimals,
    totalSupplyBaseUnits: totalSupply === null ? null : totalSupply.toString(),
    totalSupply: totalSupply === null || decimals === null ? null : formatUnits(totalSupply, decimals),
  }
}

function proxyBody({ proxy, replaceable }: ObservedToken['contract']): TokenAnswer['proxy'] {
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

function trialBody(trial: TransferTrial): TokenAnswer['transferSimulation'] {
  const { honeypot, buyTax, sendTax, sellTax } = assessTrial(trial)
  const { soldTo, tokens, holdersTried, holdersRefused } = trial
  return {
    honeypot,
    buyTaxPercent: buyTax,
    sendTaxPercent: sendTax,
    sellTaxPercent: sellTax,
    soldTo,
    tokens,
    triedHolderCount: holdersTried,
    refusedHolderCount: holdersRefused,
  }
}

function holdersBody(shares: HolderShares & { readonly since: Block | null; readonly transfers: number }): TokenAnswer['holders'] {
  const holdingBody = (whole: bigint) => (holding: Holding) => ({
    address: checksumAddress(holding.address),
    balanceBaseUnits: holding.balance.toString(),
    share: shareOf(holding.balance, whole),
    kind: holding.kind,
  })
  return {
    count: shares.count,
    top10Share: shareOf(
      shares.largest.reduce((sum, { balance }) => sum + balance, 0n),
      shares.held,
    ),
    largest: shares.largest.map(holdingBody(shares.held)),
    notCounted: shares.notCounted.map(holdingBody(shares.all)),
    firstTransferAt: shares.since && blockTime(shares.since),
    transferCount: shares.transfers,
  }
}

function poolsBody({ count, liquidityUsd, volume24hUsd, buys24h, sells24h, oldestAt, deepest }: PoolFigures): TokenAnswer['liquidity'] {
  return {
    usd: liquidityUsd,
    poolCount: count,
    deepest: deepest && { pool: deepest.pool, dex: deepest.dex, against: deepest.against.symbol, usd: deepest.liquidityUsd },
    oldestPoolAt: oldestAt === null ? null : new Date(oldestAt).toISOString(),
    volume24hUsd,
    buyCount24h: buys24h,
    sellCount24h: sells24h,
  }
}

/** Figures that no pool has. The age of a pool is often missing, and is no reason to doubt the others. */
function unknownOfPools(figures: PoolFigures | null): { field: string; reason: string }[] {
  if (!figures) return []
  const { liquidityUsd, volume24hUsd, buys24h, sells24h } = figures
  const members = { usd: liquidityUsd, volume24hUsd, buyCount24h: buys24h, sellCount24h: sells24h }
  return Object.entries(members).flatMap(([name, value]) =>
    value === null ? [{ field: `liquidity.${name}`, reason: 'The source gives this figure for none of the pools.' }] : [],
  )
}

/** Members that the contract itself does not answer. */
function unreadable(claims: TokenClaims | null): { field: string; reason: string }[] {
  if (!claims) return [{ field: 'owner', reason: 'The contract did not answer the calls that read its name, supply and owner.' }]
  const { name, symbol, decimals, totalSupply, owner } = claims
  const answers = {
    'token.name': name,
    'token.symbol': symbol,
    'token.decimals': decimals,
    'token.totalSupplyBaseUnits': totalSupply,
    owner,
  }
  return Object.entries(answers).flatMap(([field, value]) => {
    const asked = field === 'owner' ? 'owner() and getOwner()' : `${field.replace('token.', '').replace('BaseUnits', '')}()`
    return value === null ? [{ field, reason: `The contract does not answer ${asked} with a readable value.` }] : []
  })
}

function blockTime(block: Block): string {
  return new Date(Number(block.timestamp) * 1000).toISOString()
}
