import type { Chain } from '../../chain/chain.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { SignerMark } from '../../ledger/reconcile/signer-marks.ts'
import type { Hex } from '../../shared/bytes.ts'
import type { Clock } from '../../shared/clock.ts'

export interface SignerLookParts {
  readonly ledger: Pick<Ledger, 'highestNonce' | 'missingNonces' | 'newestPaymentAt' | 'signerMarks' | 'markSigner'>
  /** Accounts that send settlements. Lower case. */
  readonly signers: readonly Hex[]
  readonly clock: Clock
}

/** Transactions of our signers on a network that the ledger does not know: it is older than the chain, or another program has their keys. */
export interface UnknownTransactions {
  readonly count: number
  readonly signers: readonly Hex[]
  /** The ledger knows all until then; of a new one, a day ago. Milliseconds since the epoch. */
  readonly since: number
  /** All of them are in blocks up to this one. */
  readonly until: bigint
  /** The ledger had no payment when it was first opened, so that nothing shows whether it ever knew them. */
  readonly isNew: boolean
  /** What is to be marked once the ledger has been compared with the chain. */
  readonly marks: readonly SignerMark[]
}

/** Nothing tells since when a new ledger may lack payments. */
const dayMs = 24 * 3_600_000

/**
 * Gives every signer of a network a mark that has none yet. To be called before anything is sent: what is sent later hides what is missing
 * before it.
 */
export async function beginMarks({ ledger, signers }: SignerLookParts, networks: readonly string[]): Promise<void> {
  const known = new Set((await ledger.signerMarks()).map(({ network, signer }) => `${network} ${signer}`))
  const newest = await ledger.newestPaymentAt()
  for (const network of networks) {
    for (const signer of signers.filter((one) => !known.has(`${network} ${one}`))) {
      const nonce = newest === null ? null : (await ledger.highestNonce({ network, signer })) + 1
      await ledger.markSigner({ network, signer, nonce, at: newest ?? 0 })
    }
  }
}

/**
 * Asks a chain how many transactions each signer has sent, those that are no longer in the settings too, and whether the ledger knows them.
 * Where it does, that is marked; where not, what is missing is given.
 * @throws RpcUnreachable, RpcRejected
 */
export async function lookForUnknown(parts: SignerLookParts, chain: Chain): Promise<UnknownTransactions | null> {
  const { ledger, clock } = parts
  const marks = (await ledger.signerMarks()).filter(({ network }) => network === chain.network.id)
  const at = clock.now()
  const looked = await Promise.all(
    marks.map(async (mark) => {
      // First the chain: whatever it has, another instance stored before it was sent.
      const nonce = await chain.accountNonce(mark.signer, 'latest')
      const missing = await ledger.missingNonces({ ...mark, from: mark.nonce ?? 0, to: nonce })
      return { mark, missing, next: { ...mark, nonce: Math.max(nonce, mark.nonce ?? 0), at } }
    }),
  )
  const behind = looked.filter(({ missing }) => missing.count > 0)
  for (const { next, missing } of looked) if (missing.count <= 0) await ledger.markSigner(next)
  if (behind.length === 0) return null
  const isNew = behind.every(({ mark }) => mark.nonce === null)
  const since = Math.min(...behind.map(({ mark, missing }) => Math.max(mark.at, missing.since)))
  return {
    count: behind.reduce((sum, { missing }) => sum + missing.count, 0),
    signers: behind.map(({ mark }) => mark.signer),
    since: isNew ? at - dayMs : since,
    until: (await chain.head()).number,
    isNew,
    marks: behind.map(({ next }) => next),
  }
}
