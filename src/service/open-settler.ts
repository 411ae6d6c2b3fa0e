import type { Chains } from '../chain/chain.ts'
import type { Config } from '../config/config.ts'
import { createHttpClient } from '../net/http-client.ts'
import { createSettler, type SettlerOptions } from '../settler/create-settler.ts'
import { createHttpFacilitator } from '../settler/facilitator/http-facilitator.ts'
import { createSettlementCosts, type SettlementCosts } from '../settler/settlement-cost.ts'
import type { Settler } from '../settler/settler.ts'
import type { Hex } from '../shared/bytes.ts'
import { openSigners } from './open-signers.ts'

/** More than sixteen settlements on each of six networks, so that other requests get through even if all of these hang. */
const connections = 128

export interface OpenedSettler {
  readonly settler: Settler
  /** What settling costs us, which decides whether a network is offered; null where gas costs nothing, or somebody else pays it. */
  readonly costs: SettlementCosts | null
  /** The accounts that send settlements; none with a facilitator. */
  readonly signers: readonly Hex[]
  close(): Promise<void>
}

/** The settler that the settings ask for: with its own keys, or with a facilitator. */
export function openSettler(
  options: Pick<
    SettlerOptions,
    'ledger' | 'clock' | 'timers' | 'log' | 'metrics' | 'instance' | 'instanceLease' | 'failPoint' | 'alone'
  > & {
    readonly config: Config
    readonly chains: Chains
    readonly publicUrl: string
    /** USD of a gas coin by a source, as USDC base units; null when unknown. */
    readonly coinPrice: (gasCoin: string) => Promise<bigint | null>
    /** The sandbox's keys; null in live mode. */
    readonly sandboxKeys: readonly Hex[] | null
    /** The wallet that gives payments back. */
    readonly refundsFrom: Hex | null
  },
): OpenedSettler {
  const { config, chains, publicUrl, sandboxKeys, coinPrice, ...parts } = options
  const { clock, timers, log } = parts
  const { facilitatorUrl } = config
  if (facilitatorUrl !== null) {
    const http = createHttpClient({ contactUrl: publicUrl, connections }, { clock, timers })
    const facilitator = createHttpFacilitator({ url: facilitatorUrl, token: config.facilitatorToken, http })
    const settler = createSettler({ ...parts, chains, signers: new Map(), facilitator })
    return { settler, costs: null, signers: [], close: () => http.close() }
  }
  const { signers, close } = openSigners(config, sandboxKeys, { clock, timers, contactUrl: publicUrl })
  if (signers.every(({ retiring }) => retiring))
    log.warn({}, 'no SIGNER_KEY, REMOTE_SIGNERS or FACILITATOR_URL: x402 is off, and only transfers that are already on chain are accepted')
  // In the sandbox gas costs nothing.
  const costs = sandboxKeys
    ? null
    : createSettlementCosts({
        chains,
        clock,
        coinPrice,
        priceCeilings: config.gasCoinCeilings,
        maxShareBasisPoints: config.maxFeeShareBasisPoints,
      })
  const spending = costs && {
    costs,
    shareBasisPoints: config.maxFeeShareBasisPoints,
    allowancePerDay: config.gasAllowancePerDay,
    contractAllowancePerDay: config.contractGasAllowancePerDay,
  }
  const perNetwork = new Map([...chains.keys()].map((id) => [id, signers]))
  return {
    settler: createSettler({ ...parts, chains, signers: perNetwork, spending, policy: { earlyBatchMs: config.earlyBatchMs } }),
    costs,
    signers: signers.map(({ address }) => address),
    close,
  }
}
