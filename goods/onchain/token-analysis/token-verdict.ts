import type { Capability } from '../contracts/capabilities.ts'
import { confusableSkeleton } from '../contracts/clean-text.ts'
import { isBurnAddress, percentOf, type HolderShares } from './holder-shares.ts'
import { assessTrial } from './assess-trial.ts'
import { type KnownToken, reservedNames } from '../../../src/goods/kit/known-addresses.ts'
import type { ObservedContract, TokenClaims } from './token-contract.ts'
import type { PoolFigures } from './pool-figures.ts'
import type { TransferTrial } from './transfer-trial.ts'

export const severities = ['info', 'caution', 'warning'] as const
export const verdicts = ['known', 'clear', 'caution', 'danger', 'unclear'] as const

export type Verdict = (typeof verdicts)[number]

export interface Flag {
  /** Stable, snake_case. */
  readonly code: string
  readonly severity: (typeof severities)[number]
  readonly detail: string
}

/** What the flags are made of. Null: it was not observed. */
export interface TokenEvidence {
  readonly network: { readonly slug: string }
  readonly known: KnownToken | null
  readonly contract: Pick<ObservedContract, 'proxy' | 'replaceable' | 'decoySlot' | 'unknownDelegation' | 'capabilities'>
  readonly claims: TokenClaims | null
  readonly holders: HolderShares | null
  readonly trial: TransferTrial | null
  readonly pools: PoolFigures | null
}

/** What somebody in control may do, in words. Capabilities that concern only the caller's own tokens, or only who is in control, have none. */
const powers: Partial<Record<Capability, string>> = {
  mint: 'The code has a function to make new tokens.',
  pause: 'The code has a function to stop all transfers.',
  blacklist: 'The code has a function to block single addresses.',
  'change-fees': 'The code has a function to change the fee on transfers.',
  'change-limits': 'The code has a function to limit how much is transferred.',
  'exempt-from-fees': 'The code has a function to exempt addresses from fees.',
  'open-trading': 'The code has a switch for trading.',
  upgrade: 'The code has a function to replace itself.',
}

/** Null where no owner is known. */
export function isRenounced(owner: TokenClaims['owner']): boolean | null {
  return owner && isBurnAddress(owner.address)
}

type Add = (severity: Flag['severity'], code: string, detail: string) => void

/** The flags of a token, each with how much it should worry a holder. */
export function flagsOf(evidence: TokenEvidence): Flag[] {
  const { known, claims, contract } = evidence
  const flags: Flag[] = []
  const add: Add = (severity, code, detail) => flags.push({ code, severity, detail })
  if (known)
    add('info', 'known_token', `This is ${known.symbol} (${known.issuer}) by its address. The other flags say what its issuer may do.`)
  flagTrial(evidence, add)
  if (claims && (claims.decimals === null || claims.totalSupply === null))
    add('caution', 'not_erc20', 'It does not answer decimals() and totalSupply() as an ERC-20 token does.')
  else if (claims?.totalSupply === 0n) add('info', 'no_supply', 'No tokens exist.')
  flagText(evidence, add)
  flagCode(contract, add)
  const found = new Set(contract.capabilities.map(({ capability }) => capability))
  for (const [capability, detail] of Object.entries(powers)) {
    if (found.has(capability as Capability)) add('caution', `can_${capability.replaceAll('-', '_')}`, detail)
  }
  const renounced = isRenounced(claims?.owner ?? null)
  if (renounced === true) add('info', 'owner_renounced', 'Its owner is an address without a key. Other roles may exist.')
  if (renounced === false) add('caution', 'has_owner', 'It has an owner, who may use every function that the code reserves for the owner.')
  flagHolders(evidence, add)
  flagPools(evidence, add)
  return flags
}

/** In per cent. */
const [highTax, ruinousTax] = [10, 30]

function flagTrial({ trial }: TokenEvidence, add: Add): void {
  if (!trial) return
  const { honeypot, buyTax, sendTax, sellTax, stopped, buyerRefused, holdersRefused } = assessTrial(trial)
  if (honeypot) add('warning', 'honeypot', 'It can be bought, but its buyers cannot sell it.')
  if (stopped) add('warning', 'transfers_refused', 'None of the accounts that were tried could send it. Its transfers may be stopped.')
  if (buyerRefused) add('warning', 'buyer_refused', 'A new buyer could not sell it, although other holders can.')
  if (holdersRefused && !honeypot) add('caution', 'holders_refused', 'Some holders could not send it, although a new buyer can sell it.')
  const tax = Math.max(buyTax ?? 0, sendTax ?? 0, sellTax ?? 0)
  const detail = `The contract keeps up to ${tax} % of what is bought, sent or sold.`
  if (tax >= ruinousTax) add('warning', 'ruinous_tax', detail)
  else if (tax > 0) add('caution', tax >= highTax ? 'high_tax' : 'tax', detail)
}

function flagText({ claims, known, network }: TokenEvidence, add: Add): void {
  const texts = [claims?.name ?? null, claims?.symbol ?? null]
  if (texts.some((text) => text?.cleaned))
    add('warning', 'hidden_characters', 'Its name or symbol has hidden, control or invalid characters. This answer shows it without them.')
  if (texts.some((text) => text?.truncated))
    add('caution', 'overlong_name', 'Its name or symbol is too long. This answer shows its beginning.')
  if (known) return
  const looks = new Set(texts.map((text) => confusableSkeleton(text?.text ?? '')))
  const [, symbol] = reservedNames(network).find(([name]) => looks.has(confusableSkeleton(name))) ?? []
  if (symbol)
    add('warning', 'named_like_known_token', `Its name looks like ${symbol}, but its address is not that of ${symbol} on this network.`)
}

function flagCode(contract: TokenEvidence['contract'], add: Add): void {
  if (contract.replaceable)
    add('caution', 'replaceable_code', 'It is a proxy. Its controller can replace the code, so that this analysis no longer holds.')
  if (contract.proxy?.empty) add('warning', 'empty_implementation', 'It is a proxy that points to an address without code.')
  if (contract.proxy?.deeper)
    add('caution', 'proxy_chain_not_followed', 'It is a proxy of proxies, and the analysis did not reach the last one.')
  if (contract.decoySlot)
    add('warning', 'decoy_proxy_slot', 'It only looks like a proxy: a proxy slot is set, but its code cannot run other code.')
  if (contract.unknownDelegation)
    add('info', 'unknown_delegation', 'The code can run other code (a library, or an unknown kind of proxy), which was not read.')
}

/** In per cent of what is held. */
const maxTopTen = 50

function flagHolders({ holders }: TokenEvidence, add: Add): void {
  if (!holders) return
  const top = percentOf(
    holders.largest.reduce((sum, { balance }) => sum + balance, 0n),
    holders.held,
  )
  if (top > maxTopTen)
    add('caution', 'concentrated', `The ten largest holders have ${top} % of the supply, without what is in pools or bridges or burnt.`)
  if (holders.contradicted) add('caution', 'events_contradicted', 'Its supply or its balances differ from the sum of its transfers.')
}

/** In USD. */
const minLiquidity = 10_000
const weekMs = 7 * 86_400_000
const minBuys = 20

function flagPools({ pools }: TokenEvidence, add: Add): void {
  if (!pools) return
  if (pools.count === 0) return add('caution', 'no_pool', 'No pool is known where it can be sold.')
  if (pools.liquidityUsd !== null && Number(pools.liquidityUsd) < minLiquidity)
    add('caution', 'thin_liquidity', `All its pools together hold less than ${minLiquidity} USD.`)
  if (pools.oldestAgeMs !== null && pools.oldestAgeMs < weekMs) add('caution', 'new_market', 'Its oldest pool is younger than a week.')
  if (pools.buys24h !== null && pools.buys24h >= minBuys && pools.sells24h === 0)
    add('caution', 'nobody_sells', `In 24 hours it was bought ${pools.buys24h} times and not sold once.`)
}

const dangerousPowers = ['can_mint', 'can_pause', 'can_blacklist', 'can_change_fees', 'can_change_limits', 'can_open_trading']

/**
 * `known`: known by its address, whatever the flags say. `danger`: a warning, or three dangerous powers and somebody who can use
 * them. `caution`: any other caution. `clear`: everything was observed and nothing speaks against it. `unclear`: the same, but not
 * everything was observed.
 */
export function tokenVerdict(
  flags: readonly Flag[],
  { known, observedShare }: { known: KnownToken | null; observedShare: number },
): Verdict {
  if (known) return 'known'
  const has = (code: string) => flags.some((flag) => flag.code === code)
  if (flags.some(({ severity }) => severity === 'warning')) return 'danger'
  if (dangerousPowers.filter(has).length >= 3 && (has('has_owner') || has('replaceable_code'))) return 'danger'
  if (flags.some(({ severity }) => severity === 'caution')) return 'caution'
  return observedShare === 1 ? 'clear' : 'unclear'
}
