import type { Capability } from './capabilities.ts'
import { skeleton } from './clean-text.ts'
import { percentOf, type HolderShares } from './holder-shares.ts'
import { judgeTrial } from './judge-trial.ts'
import { takenNames, type KnownToken } from './known-tokens.ts'
import type { ObservedContract, TokenFacts } from './observe-token.ts'
import type { PoolFigures } from './pool-figures.ts'
import type { TransferTrial } from './try-transfers.ts'

export const severities = ['info', 'caution', 'warning'] as const
export const verdicts = ['known', 'clear', 'caution', 'danger', 'unclear'] as const

export interface Flag {
  /** Stable, snake_case. */
  readonly code: string
  readonly severity: (typeof severities)[number]
  readonly detail: string
}

/** What is judged. Null: it was not observed. */
export interface Judged {
  readonly network: { readonly slug: string }
  readonly known: KnownToken | null
  readonly contract: Pick<ObservedContract, 'proxy' | 'replaceable' | 'decoySlot' | 'unknownDelegation' | 'capabilities'>
  readonly facts: TokenFacts | null
  readonly holders: HolderShares | null
  readonly trial: TransferTrial | null
  readonly pools: PoolFigures | null
}

/** What somebody in control may do, in words. Those that only concern the caller's own tokens, or only who is in control, have none. */
const powers: Partial<Record<Capability, string>> = {
  mint: 'The code has a function to make new tokens.',
  pause: 'The code has a function to stop all transfers.',
  blacklist: 'The code has a function to bar single addresses.',
  'change-fees': 'The code has a function to change the fee on transfers.',
  'change-limits': 'The code has a function to limit how much is transferred.',
  'exempt-from-fees': 'The code has a function to exempt addresses from fees.',
  'open-trading': 'The code has a switch for trading.',
  upgrade: 'The code has a function to replace itself.',
}

const renouncedOwners = new Set(['0x0000000000000000000000000000000000000000', '0x000000000000000000000000000000000000dead'])

/** Null where no owner is known. */
export function isRenounced(owner: TokenFacts['owner']): boolean | null {
  return owner && renouncedOwners.has(owner.address)
}

type Add = (severity: Flag['severity'], code: string, detail: string) => void

/** What stands out, each with how much it should worry a holder. */
export function flagsOf(judged: Judged): Flag[] {
  const { known, facts, contract } = judged
  const flags: Flag[] = []
  const add: Add = (severity, code, detail) => flags.push({ code, severity, detail })
  if (known)
    add('info', 'known_token', `This is the ${known.symbol} (${known.issuer}) that many rely on; what its issuer may do stands below.`)
  flagTrial(judged, add)
  if (facts && (facts.decimals === null || facts.totalSupply === null))
    add('caution', 'not_erc20', 'It does not answer decimals() and totalSupply() as an ERC-20 token does.')
  else if (facts?.totalSupply === 0n) add('info', 'no_supply', 'No tokens exist.')
  flagText(judged, add)
  flagCode(contract, add)
  const found = new Set(contract.capabilities.map(({ capability }) => capability))
  for (const [capability, detail] of Object.entries(powers)) {
    if (found.has(capability as Capability)) add('caution', `can_${capability.replaceAll('-', '_')}`, detail)
  }
  const renounced = isRenounced(facts?.owner ?? null)
  if (renounced === true) add('info', 'owner_renounced', 'The owner it names is an address that nobody holds. Other roles may exist.')
  if (renounced === false) add('caution', 'has_owner', 'It names an owner, who may use whatever the code reserves for owners.')
  flagHolders(judged, add)
  flagPools(judged, add)
  return flags
}

/** In per cent. */
const [highTax, ruinousTax] = [10, 30]

function flagTrial({ trial }: Judged, add: Add): void {
  if (!trial) return
  const { honeypot, buyTax, sendTax, sellTax, stopped, buyerRefused, holdersRefused } = judgeTrial(trial)
  if (honeypot) add('warning', 'honeypot', 'It can be got, and was refused when it was sold or sent on.')
  if (stopped) add('warning', 'transfers_refused', 'Nobody who was tried could move it: transfers may be stopped.')
  if (buyerRefused) add('warning', 'buyer_refused', 'A new buyer could not sell it, though others who hold it can.')
  if (holdersRefused && !honeypot) add('caution', 'holders_refused', 'Some who hold it could not send it, though a new buyer can sell.')
  const tax = Math.max(buyTax ?? 0, sendTax ?? 0, sellTax ?? 0)
  const detail = `Up to ${tax} % of what is bought, sent or sold is kept.`
  if (tax >= ruinousTax) add('warning', 'ruinous_tax', detail)
  else if (tax > 0) add('caution', tax >= highTax ? 'high_tax' : 'tax', detail)
}

function flagText({ facts, known, network }: Judged, add: Add): void {
  const texts = [facts?.name ?? null, facts?.symbol ?? null]
  if (texts.some((text) => text?.cleaned))
    add('warning', 'hidden_characters', 'Its name or symbol had hidden, control or invalid characters, which were taken out.')
  if (texts.some((text) => text?.truncated)) add('caution', 'overlong_name', 'Its name or symbol is so long that it was cut.')
  if (known) return
  const looks = new Set(texts.map((text) => skeleton(text?.text ?? '')))
  const [, symbol] = takenNames(network).find(([name]) => looks.has(skeleton(name))) ?? []
  if (symbol) add('warning', 'named_like_known_token', `It is named like ${symbol} and is not the ${symbol} that is known on this network.`)
}

function flagCode(contract: Judged['contract'], add: Add): void {
  if (contract.replaceable)
    add('caution', 'replaceable_code', 'It is a proxy: whoever controls it can replace the code, and with it everything said here.')
  if (contract.proxy?.empty) add('warning', 'empty_implementation', 'It is a proxy for an address without code.')
  if (contract.proxy?.deeper) add('caution', 'proxy_chain_not_followed', 'It is a proxy of proxies, deeper than was followed.')
  if (contract.decoySlot)
    add('warning', 'decoy_proxy_slot', 'A proxy slot is set although its code cannot run other code: it only looks like a proxy.')
  if (contract.unknownDelegation)
    add('info', 'unknown_delegation', 'The code can run other code (a library or an unknown kind of proxy), which was not followed.')
}

/** In per cent of what is held. */
const concentrated = 50

function flagHolders({ holders }: Judged, add: Add): void {
  if (!holders) return
  const top = percentOf(
    holders.largest.reduce((sum, { balance }) => sum + balance, 0n),
    holders.held,
  )
  if (top > concentrated) add('caution', 'concentrated', `Ten hold ${top} % of what is not in pools, bridges or burnt.`)
  if (holders.contradicted) add('caution', 'events_contradicted', 'Its supply or balances are not what its transfers add up to.')
}

/** In USD. */
const thin = 10_000
const weekMs = 7 * 86_400_000
const manyBuys = 20

function flagPools({ pools }: Judged, add: Add): void {
  if (!pools) return
  if (pools.count === 0) return add('caution', 'no_pool', 'No pool is known in which it could be sold.')
  if (Number(pools.liquidityUsd) < thin) add('caution', 'thin_liquidity', `All its pools together hold less than ${thin} USD.`)
  if (pools.oldestAgeMs !== null && pools.oldestAgeMs < weekMs) add('caution', 'new_market', 'Its oldest pool is younger than a week.')
  if (pools.buys24h >= manyBuys && pools.sells24h === 0)
    add('caution', 'nobody_sells', `In 24 hours it was bought ${pools.buys24h} times, and never sold.`)
}

const powersThatHurt = ['can_mint', 'can_pause', 'can_blacklist', 'can_change_fees', 'can_change_limits', 'can_open_trading']

/**
 * `known`: known by its address, whatever the flags say. `danger`: a warning, or three powers over holders' tokens in somebody's
 * hands. `caution`: any other caution. `clear`: everything was looked at, and nothing speaks against it; `unclear` where not
 * everything was.
 */
export function verdictOf(
  flags: readonly Flag[],
  { known, confidence }: { known: KnownToken | null; confidence: number },
): (typeof verdicts)[number] {
  if (known) return 'known'
  const has = (code: string) => flags.some((flag) => flag.code === code)
  if (flags.some(({ severity }) => severity === 'warning')) return 'danger'
  if (powersThatHurt.filter(has).length >= 3 && (has('has_owner') || has('replaceable_code'))) return 'danger'
  if (flags.some(({ severity }) => severity === 'caution')) return 'caution'
  return confidence === 1 ? 'clear' : 'unclear'
}
