import type { Chains } from '../chain/chain.ts'
import type { Config } from '../config/config.ts'
import { gasPolicy } from './network-settings.ts'
import { createHttpClient } from '../net/http-client.ts'
import { createSettler, type SettlerOptions } from '../settler/create-settler.ts'
import { createHttpFacilitator } from '../settler/facilitator/http-facilitator.ts'
import type { Settler } from '../settler/settler.ts'
import { createKeySigner } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'

/** More than sixteen settlements on each of six networks, so that other requests get through even if all of these hang. */
const connections = 128

export interface OpenedSettler {
  readonly settler: Settler
  /** We pay the gas, so the cost of settling decides whether a network is offered. */
  readonly paysGas: boolean
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
    /** The sandbox's keys; null in live mode. */
    readonly sandboxKeys: readonly Hex[] | null
  },
): OpenedSettler {
  const { config, chains, publicUrl, sandboxKeys, ...parts } = options
  const { clock, timers, log } = parts
  const { facilitatorUrl } = config
  if (facilitatorUrl !== null) {
    const http = createHttpClient({ contactUrl: publicUrl, connections }, { clock, timers })
    const facilitator = createHttpFacilitator({ url: facilitatorUrl, token: config.facilitatorToken, http })
    const settler = createSettler({ ...parts, chains, signers: new Map(), facilitator, policy: gasPolicy(config) })
    return { settler, paysGas: false, close: () => http.close() }
  }
  const signers = (sandboxKeys ?? config.signerKeys ?? []).map((key) => createKeySigner(key))
  if (signers.length === 0)
    log.warn({}, 'neither SIGNER_KEY nor FACILITATOR_URL: x402 is off, and only transfers that are already on chain are accepted')
  const perNetwork = new Map([...chains.keys()].map((id) => [id, signers]))
  return {
    settler: createSettler({ ...parts, chains, signers: perNetwork, policy: gasPolicy(config) }),
    paysGas: true,
    close: async () => {},
  }
}
