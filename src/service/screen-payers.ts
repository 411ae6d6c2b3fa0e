import { LRUCache } from 'lru-cache'
import { hasOracle, isBlacklisted, isNamedByOracle } from '../chain/blocked-addresses.ts'
import { RpcRejected, RpcUnreachable, type Chains, type NetworkId } from '../chain/chain.ts'
import { ConfigError, type Config } from '../config/config.ts'
import type { PayerScreening, ScreenPayer } from '../gate/payer-screening.ts'
import type { Hex } from '../shared/bytes.ts'
import { hasPassed, type Clock } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import type { Sources } from '../sources/sources.ts'

/** Milliseconds for which the answer of a contract about a payer is kept. Lists are searched each time. */
const keptMs = 600_000
const maxPayers = 10_000
const oracleMs = 2_000

interface ScreeningParts {
  readonly chains: Chains
  readonly clock: Clock
  readonly log: Log
}

/**
 * The screening that the settings ask for.
 * @throws ConfigError where some list is switched off: then no payment could be taken
 */
export function openPayerScreening(
  { refuseSanctionedPayers }: Pick<Config, 'refuseSanctionedPayers'>,
  { sources, ...parts }: ScreeningParts & { readonly sources: { readonly sanctions: Pick<Sources['sanctions'], 'screen' | 'standing'> } },
): ScreenPayer | undefined {
  if (refuseSanctionedPayers === 'no') return undefined
  if (sources.sanctions.standing() === 'disabled') {
    throw new ConfigError([
      'REFUSE_SANCTIONED_PAYERS needs every list of sanctions, and SOURCES_DISABLED or GOODS leaves one out: name screening in GOODS, or set REFUSE_SANCTIONED_PAYERS=no',
    ])
  }
  return createPayerScreening({ sanctions: sources.sanctions, ...parts })
}

/**
 * Screens payers by the loaded lists of sanctions, by the issuer of USDC on their network and by the sanctions oracle: that of
 * their network, or the first one there is. `unknown` unless all of them answered, or one of them names the payer.
 */
function createPayerScreening(parts: ScreeningParts & { readonly sanctions: Pick<Sources['sanctions'], 'screen'> }): ScreenPayer {
  const { sanctions, chains, clock, log } = parts
  const onchain = new LRUCache<string, { readonly screening: PayerScreening; readonly at: number }>({ max: maxPayers })

  async function screenByLists(payer: Hex): Promise<PayerScreening> {
    const { verdict, matches } = await sanctions.screen(payer.toLowerCase())
    if (verdict === 'clear') return { verdict }
    if (verdict !== 'match') return { verdict: 'unknown' }
    const by = `the sanctions list ${[...new Set(matches.filter(({ strength }) => strength === 'match').map(({ list }) => list))].join(', ')}`
    return { verdict: 'sanctioned', by }
  }

  async function screenByContracts(payer: Hex, network: NetworkId): Promise<PayerScreening> {
    const key = `${network} ${payer.toLowerCase()}`
    const known = onchain.get(key)
    if (known && !hasPassed(known.at, keptMs, clock.now())) return known.screening
    const chain = chains.get(network)
    const withOracle = chain && hasOracle(network) ? chain : [...chains.values()].find((other) => hasOracle(other.network.id))
    if (!chain || !withOracle) return { verdict: 'unknown' }
    const limits = { timeoutMs: oracleMs }
    const [blacklisted, named] = await Promise.all([isBlacklisted(chain, payer, limits), isNamedByOracle(withOracle, payer, limits)])
    const by = blacklisted
      ? `the issuer of USDC on ${chain.network.name}`
      : named
        ? `the sanctions oracle on ${withOracle.network.name}`
        : null
    const screening: PayerScreening = by === null ? { verdict: 'clear' } : { verdict: 'sanctioned', by }
    onchain.set(key, { screening, at: clock.now() })
    return screening
  }

  return async (payer, network): Promise<PayerScreening> => {
    const found = await Promise.all([screenByLists(payer).catch(unknown), screenByContracts(payer, network).catch(unknown)])
    const by = found.flatMap((one) => (one.verdict === 'sanctioned' ? [one.by] : []))
    if (by.length > 0) return { verdict: 'sanctioned', by: by.join(' and ') }
    return found.find(({ verdict }) => verdict === 'unknown') ?? { verdict: 'clear' }
  }

  function unknown(error: unknown): PayerScreening {
    // A node that does not answer is usual; anything else is a fault of ours, and must not let a payer pass.
    if (!(error instanceof RpcUnreachable || error instanceof RpcRejected)) log.error({ err: error }, 'a payer could not be screened')
    return { verdict: 'unknown' }
  }
}
