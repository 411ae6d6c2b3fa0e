import { firstBlockSince } from '../chain/block-at-time.ts'
import { RpcRejected, RpcUnreachable, type Chain, type Chains } from '../chain/chain.ts'
import type { ClaimedAuthorization } from '../gate/verify/authorization-identity.ts'
import type { LostPayments } from '../gate/known-payments/lost-payments.ts'
import { createRecentClaims, type RecentClaims } from '../gate/known-payments/recent-claims.ts'
import { authorizationIdentity } from '../ledger/payments/identity.ts'
import { reconcile } from '../operate/reconcile/reconcile.ts'
import type { ReconcileParts } from '../operate/reconcile/reconcile-parts.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Log } from '../shared/log.ts'
import type { LedgerServer } from './open-ledger.ts'
import { openRestoredLedger, ownMarginMs, type RestoredLedger } from '../operate/restored/restored-ledger.ts'

type LostParts = Omit<ReconcileParts, 'ledger'> & {
  readonly ledger: Ledger
  readonly chains: Chains
  readonly restored: Pick<RestoredLedger, 'isCompared' | 'mayLackSince' | 'reopenedAt'>
  readonly recentClaims: RecentClaims | undefined
}

/** Names of calls that are written at once. */
const atOnce = 20

interface OpenedLostPayments {
  readonly restored: RestoredLedger
  readonly lostPayments: LostPayments
  /** The newest claims; undefined where the ledger can't lose them. */
  readonly recentClaims: RecentClaims | undefined
}

/**
 * Compares a ledger that may lack payments, and does so again whenever its server has lost something. To be called before the settler sends
 * anything.
 */
export async function openLostPayments(
  given: Omit<LostParts, 'restored' | 'recentClaims' | 'callOf'> & {
    readonly server: Pick<LedgerServer, 'onLoss'> | null
    readonly log: Log
    readonly asksChains: boolean
  },
): Promise<OpenedLostPayments> {
  const { server, ...others } = given
  // Only a database server may lose what it said was written.
  const recentClaims = server === null ? undefined : createRecentClaims()
  const parts = { ...others, recentClaims, callOf: (identity: string) => recentClaims?.of(identity) }
  const restored = await openRestoredLedger({ ...parts, onCompared: (since) => nameCallsSince(parts, since) })
  server?.onLoss((since) => restored.reopen(since))
  return { restored, recentClaims, lostPayments: createLostPayments({ ...parts, restored }) }
}

/** What the gate asks of payments that the ledger may have lost. */
export function createLostPayments(parts: LostParts): LostPayments {
  const { chains, restored } = parts
  /** The first block that may have been lost, by network and moment. */
  const firstBlocks = new Map<string, bigint>()

  async function firstBlockOf(chain: Chain, since: number): Promise<bigint> {
    const key = `${chain.network.id} ${since}`
    const from = firstBlocks.get(key) ?? (await firstBlockSince(chain, BigInt(Math.floor(Math.max(0, since - ownMarginMs) / 1000))))
    firstBlocks.set(key, from)
    return from
  }

  /** @throws RpcUnreachable, RpcRejected */
  async function takeInOn(
    chain: Chain,
    since: number,
    { network, payer, nonce }: ClaimedAuthorization,
  ): Promise<'taken_in' | 'none' | 'waits'> {
    const fate = await chain.authorizationFate(payer, nonce, await firstBlockOf(chain, since))
    // One that was used in an older block is not found from there on.
    if (fate.kind !== 'used' || fate.transfer?.to.toLowerCase() !== parts.payTo) return 'none'
    const { number: head } = await chain.head()
    if (head - fate.blockNumber + 1n < BigInt(chain.network.confirmations)) return 'waits'
    const { unread } = await reconcile(parts, { since: { block: fate.blockNumber }, to: fate.blockNumber, network, adopt: true })
    return unread.length > 0 ? 'waits' : 'taken_in'
  }

  return {
    standing(network) {
      if (!chains.has(network as Chain['network']['id'])) return 'complete'
      if (!restored.isCompared(network)) return 'not_compared'
      return restored.mayLackSince(network) === null ? 'complete' : 'compared'
    },
    noticedAt: () => restored.reopenedAt,
    async takeIn(authorization) {
      const chain = chains.get(authorization.network as Chain['network']['id'])
      const since = restored.mayLackSince(authorization.network)
      if (chain === undefined || since === null) return 'none'
      try {
        const found = await takeInOn(chain, since, authorization)
        if (found === 'taken_in')
          await nameCalls(parts, [
            authorizationIdentity(authorization.network, authorization.asset, authorization.payer, authorization.nonce),
          ])
        return found
      } catch (error) {
        if (error instanceof RpcUnreachable || error instanceof RpcRejected) return 'waits'
        throw error
      }
    },
  }
}

/** Says of payments that were taken in which calls of this process they paid for, so that their callers may have what they bought. */
async function nameCallsSince(parts: Pick<LostParts, 'ledger' | 'recentClaims'>, since: number): Promise<void> {
  // A clock may be a little behind that of the instance which wrote the moment.
  const claims = parts.recentClaims?.since(since - 60_000) ?? []
  await nameCalls(
    parts,
    claims.map(([identity]) => identity),
  )
}

async function nameCalls(
  { ledger, recentClaims }: Pick<LostParts, 'ledger' | 'recentClaims'>,
  identities: readonly string[],
): Promise<void> {
  for (let at = 0; at < identities.length; at += atOnce) {
    await Promise.all(
      identities.slice(at, at + atOnce).map(async (identity) => {
        const call = recentClaims?.of(identity)
        if (call) await ledger.nameAdopted({ identity, offerId: call.offerId, client: call.client, keys: call.keys })
      }),
    )
  }
}
