import type { Config } from '../config/config.ts'
import { createHttpClient } from '../net/http-client.ts'
import { createAwsKms } from '../settler/remote-signers/aws-kms.ts'
import { createRemoteSigner, type KeyService } from '../settler/remote-signers/remote-signer.ts'
import { createWeb3Signer } from '../settler/remote-signers/web3signer.ts'
import { createKeySigner, type Signer } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Clock, Timers } from '../shared/clock.ts'

/** Settlements are few, so that few signatures are under way at the same time. */
const connections = 16

type SignerSettings = Pick<Config, 'signerKeys' | 'signerKeysRetiring' | 'remoteSigners'>

export interface OpenedSigners {
  readonly signers: readonly Signer[]
  close(): Promise<void>
}

/**
 * The accounts that send settlements: those of the sandbox, else those of the settings. No remote signer is asked here, so that one
 * that does not answer holds up no start.
 */
export function openSigners(
  settings: SignerSettings & Pick<Config, 'remoteSignerMs'>,
  sandboxKeys: readonly Hex[] | null,
  parts: { readonly clock: Clock; readonly timers: Timers; readonly contactUrl?: string | undefined },
): OpenedSigners {
  const { remoteSigners, remoteSignerMs } = settings
  const own = ownSigners(settings, sandboxKeys)
  const remote = sandboxKeys === null ? (remoteSigners ?? []) : []
  if (remote.length === 0) return { signers: own, close: async () => {} }
  const http = createHttpClient({ contactUrl: parts.contactUrl, connections }, parts)
  const timeoutMs = remoteSignerMs
  const services = remote.map(({ kind, place, address }): readonly [Hex, KeyService] => [
    address,
    kind === 'aws-kms' ? createAwsKms({ keyId: place, timeoutMs }) : createWeb3Signer({ url: place, address, timeoutMs, http }),
  ])
  const signers = services.map(([address, service]) => createRemoteSigner({ address, service, timeoutMs, timers: parts.timers }))
  return { signers: [...own, ...signers], close: () => http.close() }
}

/** Of a service that is stopped: the accounts that send its settlements, those that retire too; none with a facilitator. Lower case. */
export function signerAddresses(settings: SignerSettings & Pick<Config, 'facilitatorUrl'>): Hex[] {
  if (settings.facilitatorUrl !== null) return []
  return [...ownSigners(settings, null), ...(settings.remoteSigners ?? [])].map(({ address }) => address)
}

function ownSigners({ signerKeys, signerKeysRetiring }: SignerSettings, sandboxKeys: readonly Hex[] | null): Signer[] {
  const sending = (sandboxKeys ?? signerKeys ?? []).map((key) => createKeySigner(key))
  const retiring = (signerKeysRetiring ?? []).map((key) => createKeySigner(key, { retiring: true }))
  // A key in both settings still sends.
  return [...sending, ...retiring.filter(({ address }) => sending.every((other) => other.address !== address))]
}
