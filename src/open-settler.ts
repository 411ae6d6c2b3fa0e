import type { Chains } from './chain/chain.ts'
import type { Config } from './config.ts'
import { gasPolicy } from './network-settings.ts'
import { createHttpClient } from './net/http-client.ts'
import { createSettler, type SettlerOptions } from './settler/create-settler.ts'
import { createHttpFacilitator } from './settler/facilitator/http-facilitator.ts'
import type { Settler } from './settler/settler.ts'
import { createKeySigner } from './settler/signer.ts'
import type { Hex } from './shared/bytes.ts'

/** Sixteen settlements on each of six networks, which may all hang, leave room for other questions. */
const connections = 128

export interface OpenedSettler {
  readonly settler: Settler
  /** Gas is ours to pay, so what settling costs is looked at before a network is offered. */
  readonly paysGas: boolean
  close(): Promise<void>
}

/** The settler that the settings ask for: with keys of its own, or by way of a facilitator. */
export function openSettler(
  options: Pick<
    SettlerOptions,
    'ledger' | 'clock' | 'timers' | 'log' | 'metrics' | 'instance' | 'instanceLease' | 'checkpoint' | 'alone'
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
    log.warn({}, 'neither SIGNER_KEY nor FACILITATOR_URL: x402 is off, and only payments that are on chain already are taken')
  const perNetwork = new Map([...chains.keys()].map((id) => [id, signers]))
  return {
    settler: createSettler({ ...parts, chains, signers: perNetwork, policy: gasPolicy(config) }),
    paysGas: true,
    close: async () => {},
  }
}
