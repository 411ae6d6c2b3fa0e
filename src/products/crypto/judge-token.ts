import type { Capability } from './capabilities.ts'
import { skeleton } from './clean-text.ts'
import type { ObservedContract } from './observe-token.ts'

export const severities = ['info', 'caution', 'warning'] as const
export const riskLevels = ['low', 'medium', 'high', 'unknown'] as const

export interface Flag {
  /** Stable, snake_case. */
  readonly code: string
  readonly severity: (typeof severities)[number]
  readonly detail: string
}

/** A token that we know by its address on this network. */
export interface KnownToken {
  readonly symbol: string
  readonly issuer: string
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
export function isRenounced(owner: ObservedContract['owner']): boolean | null {
  return owner && renouncedOwners.has(owner.address)
}

/** What stands out, each with how much it should worry a holder. */
export function flagsOf(token: ObservedContract, known: KnownToken | null): Flag[] {
  const flags: Flag[] = []
  const add = (severity: Flag['severity'], code: string, detail: string) => flags.push({ code, severity, detail })
  if (known) add('info', 'known_token', `This is the ${known.symbol} (${known.issuer}) in which payments are taken on this network.`)
  if (token.decimals === null || token.totalSupply === null)
    add('caution', 'not_erc20', 'It does not answer decimals() and totalSupply() as an ERC-20 token does.')
  else if (token.totalSupply === 0n) add('info', 'no_supply', 'No tokens exist.')
  flagText(token, known, add)
  flagCode(token, add)
  const found = new Set(token.capabilities.map(({ capability }) => capability))
  for (const [capability, detail] of Object.entries(powers)) {
    if (found.has(capability as Capability)) add('caution', `can_${capability.replaceAll('-', '_')}`, detail)
  }
  const renounced = isRenounced(token.owner)
  if (renounced === true) add('info', 'owner_renounced', 'The owner it names is an address that nobody holds. Other roles may exist.')
  if (renounced === false) add('caution', 'has_owner', 'It names an owner, who may use whatever the code reserves for owners.')
  return flags
}

type Add = (severity: Flag['severity'], code: string, detail: string) => void

function flagText({ name, symbol }: ObservedContract, known: KnownToken | null, add: Add): void {
  if (name?.cleaned || symbol?.cleaned)
    add('warning', 'hidden_characters', 'Its name or symbol had hidden, control or invalid characters, which were taken out.')
  if (name?.truncated || symbol?.truncated) add('caution', 'overlong_name', 'Its name or symbol is so long that it was cut.')
  const looks = [name, symbol].map((text) => skeleton(text?.text ?? ''))
  if (!known && looks.some((look) => imitated.has(look))) {
    add('warning', 'named_like_usdc', 'It is named like USDC and is not the canonical USDC of this network.')
  }
}

const imitated = new Set(['USDC', 'USD Coin'].map(skeleton))

function flagCode(token: ObservedContract, add: Add): void {
  if (token.replaceable)
    add('caution', 'replaceable_code', 'It is a proxy: whoever controls it can replace the code, and with it everything said here.')
  if (token.proxy?.empty) add('warning', 'empty_implementation', 'It is a proxy for an address without code.')
  if (token.proxy?.deeper) add('caution', 'proxy_chain_not_followed', 'It is a proxy of proxies, deeper than was followed.')
  if (token.decoySlot)
    add('warning', 'decoy_proxy_slot', 'A proxy slot is set although its code cannot run other code: it only looks like a proxy.')
  if (token.unknownDelegation)
    add('info', 'unknown_delegation', 'The code can run other code (a library or an unknown kind of proxy), which was not followed.')
}

const powersThatHurt = ['can_mint', 'can_pause', 'can_blacklist', 'can_change_fees', 'can_change_limits', 'can_open_trading']

/**
 * Cautious on purpose. `low` is for known tokens only, since holders, liquidity and a trial sale were not looked at:
 * where nothing speaks against a token, that is no more than `unknown`.
 * `high`: a warning, or three powers over holders' tokens in somebody's hands. `medium`: any caution.
 */
export function riskOf(flags: readonly Flag[], known: KnownToken | null): (typeof riskLevels)[number] {
  if (known) return 'low'
  const has = (code: string) => flags.some((flag) => flag.code === code)
  if (flags.some(({ severity }) => severity === 'warning')) return 'high'
  if (powersThatHurt.filter(has).length >= 3 && (has('has_owner') || has('replaceable_code'))) return 'high'
  return flags.some(({ severity }) => severity === 'caution') ? 'medium' : 'unknown'
}
