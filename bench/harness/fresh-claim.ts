import { randomBytes } from 'node:crypto'
import { authorizationIdentity } from '../../src/ledger/payments/identity.ts'
import type { ClaimInput } from '../../src/ledger/ledger.ts'
import { systemRandom } from '../../src/ops/system.ts'
import { toHex, type Hex } from '../../src/shared/bytes.ts'
import { newReceiptId } from '../../src/shared/ids.ts'
import { payTo } from './start-farthing.ts'
import { networkOf, paidOn } from './x402-payments.ts'

const hour = 3_600_000

/** A claim that the ledger accepts. @param payer with enough balance; a new one by default */
export function freshClaim(payer: Hex = toHex(randomBytes(20))): ClaimInput {
  const { id: network, asset } = networkOf(paidOn)
  const now = Date.now()
  const nonce = toHex(randomBytes(32))
  return {
    id: newReceiptId(systemRandom, now),
    now,
    offerId: 'market-price',
    fingerprint: 'f'.repeat(64),
    protocol: 'x402',
    network,
    asset,
    payer,
    payTo,
    amount: 7_500n,
    authorization: { nonce, validAfter: 0n, validBefore: BigInt(Math.floor((now + hour) / 1000)), signature: toHex(randomBytes(65)) },
    identities: [authorizationIdentity(network, asset, payer, nonce)],
    credentialHash: randomBytes(32).toString('hex'),
    client: '192.0.2.1',
    keys: [],
    instance: 'bench',
    leaseUntil: now + hour,
    balance: 10n ** 12n,
    block: 1n,
    freeCall: null,
    contract: false,
    unsettled: { base: 1_000_000, max: 1_000_000 },
    unchargedRuns: {
      hour: '2026-11-21T09',
      perPayer: 1_000_000,
      perClient: 1_000_000,
      contractsPerClient: 1_000_000,
      clientUnderWay: 0,
      settledHere: 0,
    },
  }
}
