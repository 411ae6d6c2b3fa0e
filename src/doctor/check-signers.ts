import type { Config } from '../config/config.ts'
import { UpstreamRejected, UpstreamUnreachable } from '../net/upstream-errors.ts'
import { findingsOf, type Finding } from '../goods/finding.ts'
import type { Check } from '../operate/doctor/run-checks.ts'
import { KeyMissing, SignerFailed } from '../settler/remote-signers/signer-failed.ts'
import type { Signer } from '../settler/signer.ts'
import type { UnsignedTransaction } from '../settler/transaction/unsigned-transaction.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import { openSigners } from '../service/open-signers.ts'

const make = findingsOf('signer')

export interface SignerChecks {
  readonly checks: readonly Check[]
  /** Ends the connections to the services, after the checks. */
  close(): Promise<void>
}

type SignerConfig = Pick<Config, 'remoteSigners' | 'remoteSignerMs' | 'signerKeys'>
type RemoteKey = NonNullable<Config['remoteSigners']>[number]

/** The service asks for the key first and for the signature then. */
const requestsEach = 2
const slowShare = 0.5

/**
 * What each remote signer signs. It is a transaction that no chain takes: for a chain that nobody has, without gas.
 */
const probe: UnsignedTransaction = {
  chainId: 2_147_483_647,
  nonce: 0,
  to: '0x0000000000000000000000000000000000000000',
  data: '0x',
  value: 0n,
  gas: 0n,
  fees: { kind: 'eip1559', maxFeePerGas: 0n, maxPriorityFeePerGas: 0n },
}

/** Asks each service that keeps a key for one signature: one check for each account, so that one that hangs hides no other. */
export function signerChecks(
  { remoteSigners, remoteSignerMs, signerKeys }: SignerConfig,
  parts: { readonly clock: Clock; readonly timers: Timers },
): SignerChecks {
  const remote = remoteSigners ?? []
  const opened = openSigners({ signerKeys: null, signerKeysRetiring: null, remoteSigners, remoteSignerMs }, null, parts)
  const others = remote.length + (signerKeys ?? []).length - 1
  const checks = remote.flatMap((key): readonly Check[] => {
    const signer = opened.signers.find(({ address }) => address === key.address)
    if (signer === undefined) return []
    return [
      {
        name: 'signer',
        subject: subjectOf(key),
        limitMs: requestsEach * remoteSignerMs + 5_000,
        whenLate: fixOf(key, 'silent'),
        run: async () => [await askSigner(signer, { key, limitMs: remoteSignerMs, hasOthers: others > 0, clock: parts.clock })],
      },
    ]
  })
  return { checks, close: () => opened.close() }
}

const subjectOf = ({ kind, address }: RemoteKey) => `${kind}, ${address}`

async function askSigner(
  signer: Signer,
  {
    key,
    limitMs,
    hasOthers,
    clock,
  }: { readonly key: RemoteKey; readonly limitMs: number; readonly hasOthers: boolean; readonly clock: Clock },
): Promise<Finding> {
  const began = clock.now()
  try {
    await signer.sign(probe)
  } catch (error) {
    if (!(error instanceof SignerFailed)) throw error
    const { found, kind } = failureOf(error, limitMs)
    const fix = fixOf(key, kind)
    return hasOthers
      ? make.warning(found, `${fix}; the other signers settle meanwhile`, subjectOf(key))
      : make.fault(found, `${fix}: until then nothing is sold`, subjectOf(key))
  }
  const tookMs = clock.now() - began
  const found = `it signs for this account, in ${tookMs} ms`
  if (tookMs <= limitMs * slowShare) return make.ok(found, subjectOf(key))
  const fix = `look why it is slow, or raise REMOTE_SIGNER_MS (${limitMs}): what takes longer is not sent`
  return make.warning(found, fix, subjectOf(key))
}

type Failure = 'silent' | 'away' | 'denied' | 'no_key' | 'wrong_key' | 'no_client' | 'other'

/** In our own words: what a service answered is not passed on. */
function failureOf({ failure, cause }: SignerFailed, limitMs: number): { readonly found: string; readonly kind: Failure } {
  if (failure === 'wrong_signature') return { found: 'it signs with another key than that of this account', kind: 'wrong_key' }
  const silent = failure === 'timeout' || (cause instanceof UpstreamUnreachable && cause.reason === 'timeout')
  if (silent) return { found: `it gives no signature within ${limitMs} ms (REMOTE_SIGNER_MS)`, kind: 'silent' }
  if (cause instanceof KeyMissing) return { found: 'it answers, and has no key of this account', kind: 'no_key' }
  if (cause instanceof UpstreamUnreachable) return { found: `it can't be reached: ${cause.reason}`, kind: 'away' }
  if (cause instanceof UpstreamRejected) return rejection(cause.status)
  return awsFailure(cause)
}

function rejection(status: number): { readonly found: string; readonly kind: Failure } {
  const found = `it refuses to sign, with status ${status}`
  return { found, kind: status === 401 || status === 403 ? 'denied' : status === 404 ? 'no_key' : 'other' }
}

const deniedNames = new Set([
  'AccessDeniedException',
  'UnrecognizedClientException',
  'InvalidSignatureException',
  'ExpiredTokenException',
  'CredentialsProviderError',
])
const awayCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ECONNRESET', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Of the client of AWS, whose errors have a name or a code. */
function awsFailure(cause: unknown): { readonly found: string; readonly kind: Failure } {
  const { name, code } = (cause instanceof Error ? cause : {}) as { readonly name?: string; readonly code?: string }
  if (code === 'ERR_MODULE_NOT_FOUND') return { found: 'the client of AWS KMS is not installed', kind: 'no_client' }
  if (code !== undefined && awayCodes.has(code)) return { found: `it can't be reached: ${code}`, kind: 'away' }
  if (name === 'TimeoutError') return { found: 'it does not answer in time', kind: 'silent' }
  if (name === undefined || !/^[A-Z][A-Za-z]{1,60}(?:Exception|Error)$/.test(name))
    return { found: 'its answer is not a signature', kind: 'other' }
  const kind = deniedNames.has(name) ? 'denied' : name === 'NotFoundException' ? 'no_key' : 'other'
  return { found: `it refuses to sign: ${name}`, kind }
}

function fixOf({ kind: service, address }: RemoteKey, failure: Failure): string {
  const isAws = service === 'aws-kms'
  switch (failure) {
    case 'silent':
      return isAws ? 'look at the way of this machine to AWS KMS' : 'restart Web3Signer, or look why it is slow (its vault, its machine)'
    case 'away':
      return isAws ? 'check AWS_REGION, and let this machine reach AWS KMS' : 'start Web3Signer, or correct its address in REMOTE_SIGNERS'
    case 'denied':
      return isAws
        ? 'give this machine credentials with the permission kms:Sign for the key'
        : 'let this machine pass the proxy in front of Web3Signer: Web3Signer itself asks for no password'
    case 'no_key':
      return isAws
        ? 'correct the key in REMOTE_SIGNERS, or AWS_REGION'
        : `load the key of ${address} into Web3Signer, or correct the account in REMOTE_SIGNERS`
    case 'wrong_key':
      return 'write the account of that key behind the @ in REMOTE_SIGNERS, or name the other key'
    case 'no_client':
      return 'install it beside the service: npm install @aws-sdk/client-kms (docs/operate/signers.md)'
    case 'other':
      return isAws
        ? 'look at the key in AWS KMS: it must be enabled, for signing, and of the kind ECC_SECG_P256K1'
        : 'look at the log of Web3Signer: it must run in mode eth1, and its vault must be open'
  }
}
