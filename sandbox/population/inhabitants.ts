import { getAddress } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import { derivedAddress, derivedCrowd, lookAlike } from './derived-address.ts'
import { freightWallet } from './freight-wallet.ts'

export type InhabitantKind = 'wallet' | 'agent' | 'token' | 'crowd'

/** A wallet, agent, token or crowd with a history from before the sandbox was started. */
export interface Inhabitant {
  readonly key: string
  readonly kind: InhabitantKind
  readonly address: Hex
  /** All addresses of a crowd; `address` is the first. */
  readonly members?: readonly Hex[]
  /** Slugs of the networks where they appear. */
  readonly networks: readonly string[]
  /** Agent numbers in the identity registries, by network slug. */
  readonly agents?: Readonly<Record<string, number>>
  readonly ens?: string
  /** Description. */
  readonly standsFor: string
}

type Rest = Pick<Inhabitant, 'agents' | 'ens'>

function wallet(key: string, networks: string, standsFor: string, rest: Rest & { readonly address?: Hex } = {}): Inhabitant {
  return { key, kind: 'wallet', address: rest.address ?? derivedAddress(key), networks: networks.split(' '), ...rest, standsFor }
}
function agent(key: string, networks: string, agents: Record<string, number>, standsFor: string, rest: Rest = {}): Inhabitant {
  return { ...wallet(key, networks, standsFor, { agents, ...rest }), kind: 'agent' }
}
function token(key: string, standsFor: string): Inhabitant {
  return { ...wallet(key, 'base', standsFor), kind: 'token' }
}
function crowd(key: string, count: number, networks: string, standsFor: string): Inhabitant {
  const members = derivedCrowd(key, count)
  return { ...wallet(key, networks, standsFor, { address: members[0] ?? '0x' }), kind: 'crowd', members }
}

/** An address on the stand-ins' sanctions lists. */
const sanctionedAddress = getAddress('0x5a4db0c5000000000000000000000000000000c1')

/** All inhabitants, in the order of `GET /sandbox/population`. Ages are those at the first start of a sandbox. */
export const inhabitants: readonly Inhabitant[] = [
  wallet('old-busy', 'base ethereum polygon', 'A treasury, active on three networks for 1,100 days: 4,912 transactions, and 8,550 USDC.', {
    ens: 'farthing-harbour.eth',
  }),
  wallet('old-silent', 'base', 'Received 500 USDC 900 days ago, paid one once, and has been inactive since.'),
  wallet('new-busy', 'base', 'Three days old; 60 payments to 20 others since, 340 USDC left.'),
  wallet('new-rich', 'base', 'Received 200,000 USDC six hours ago, and has done nothing. Money alone must not buy a tier.'),
  wallet('nobody', 'base', 'Has no transaction on any network.'),
  wallet('carousel', 'base', 'Ten days old; sent one USDC to itself a thousand times. Activity of its own making must not buy a tier.'),
  wallet('bot', 'optimism', 'Sixty days old; paid 0.25 USDC every other hour of the last day, to the second, to two others in turn.'),
  wallet(
    'drainer',
    'polygon',
    'Took all the money of three victims within a day; each time, five minutes later, sent it on to twenty others.',
  ),
  crowd('drained', 3, 'polygon', 'The victims of the drainer, 200 days old.'),
  crowd('mule', 60, 'polygon', 'The recipients of the drainer.'),
  wallet('supplier', 'arbitrum', 'Is paid 450 USDC a month by the poisoned wallet.'),
  wallet(
    'look-alike',
    'arbitrum',
    "Its address begins and ends like the supplier's, and it sent dust to the wallet that pays the supplier.",
    {
      address: lookAlike(derivedAddress('supplier')),
    },
  ),
  wallet('poisoned', 'arbitrum', 'Pays the supplier; its history has a zero transfer to the look-alike that it never sent.'),
  wallet('sanctioned', 'ethereum base', 'On the OFAC list, and named by the oracle on chain; 500 days old, 12,395 USDC.', {
    address: sanctionedAddress,
  }),
  wallet('blacklisted', 'base ethereum', 'Blacklisted by the issuer of USDC 30 days ago; 700 days old, 42,000 USDC frozen.'),
  wallet('pretender', 'ethereum', "Its reverse record claims the good agent's name, but the name resolves to the good agent."),
  agent(
    'quote-desk',
    'base ethereum skale',
    { base: 0, skale: 0 },
    'A good agent: file and domain name it, an ENS name, ten honest reviewers.',
    {
      ens: 'farthing-quote-desk.eth',
    },
  ),
  crowd('reviewer', 10, 'base', 'Honest reviewers of the good agent: 200 days old, and not funded by it.'),
  agent('freight-desk', 'base', { base: 1 }, 'A good agent without reviews, for which another wallet acts.'),
  wallet('freight-wallet', 'base', 'The wallet that acts for freight-desk (agentWallet), and owns no agent itself.', {
    address: freightWallet.address,
  }),
  agent('empty-file', 'base', { base: 2 }, 'Its registration file is empty.'),
  agent('looping-file', 'base', { base: 3 }, 'Its registration file redirects without end.'),
  agent('no-file', 'base', { base: 4 }, 'Registered without a file.'),
  agent('moved-agent', 'base', { base: 5 }, 'Bought its agent 40 days ago; the registry has forgotten the wallet of the seller.'),
  wallet('seller', 'base', 'Registered moved-agent, and sold it.'),
  agent('thief', 'base', { base: 6 }, "Points at the good agent's registration file, which does not name it."),
  agent('carnival', 'base', { base: 7 }, 'Its file names it correctly; its twelve reviewers belong to it, too.'),
  crowd('shill', 12, 'base', 'A ring of reviewers: five days old, all funded by the agent that they review an hour later.'),
  wallet('whale', 'base ethereum', 'Sent 400,000 USDC on Base and 2,500,000 on Ethereum a few hours ago.'),
  wallet(
    'second-whale',
    'base ethereum',
    'Received both, and 5,000,000 newly minted USDC on Ethereum; also 249,999 on Base, just below the threshold of an alert.',
  ),
  token('plain-token', 'BARLEY: has no owner; 25 holders have 4 % each.'),
  token('proxy-token', 'FIX behind an ERC-1967 proxy; its owner, token-keeper, may mint, pause and blacklist, and holds 90 %.'),
  token(
    'honeypot-token',
    'HONEY: can be bought from token-keeper, who has nearly all of it, and can never be sold again. No function shows that.',
  ),
  wallet('token-keeper', 'base', 'Created the proxy token and the honeypot.'),
  crowd('passer-by', 40, 'base ethereum polygon optimism', 'Other wallets that are paid sometimes and hold tokens.'),
  token('taxed-token', 'TOLL: its owner, token-keeper, keeps 12 % of what is bought from its pool or sold to it, and may change that.'),
]

/** The pool where the taxed token is traded. It holds 60 % of the token and is not an inhabitant. */
export const taxedTokenPool = derivedAddress('taxed-token, pool')

export function inhabitant(key: string): Inhabitant {
  const found = inhabitants.find((one) => one.key === key)
  if (found === undefined) throw new RangeError(`there is no inhabitant named ${key}`)
  return found
}

export function addressOf(key: string): Hex {
  return inhabitant(key).address
}

export function membersOf(key: string): readonly Hex[] {
  return inhabitant(key).members ?? []
}
