import type { Authorization } from '../chain/chain.ts'
import { toHex } from '../shared/bytes.ts'
import { unixSeconds, type Clock } from '../shared/clock.ts'
import type { Random } from '../shared/random.ts'
import type { PayableRequirement } from '../payments/x402/decode-required.ts'
import type { PayingAccount } from './account.ts'

/** No authorization of ours is good for longer than this, whatever a service asks for. */
const longestSeconds = 3_600

const types = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const

/** Signs an EIP-3009 transfer of exactly what is asked, good from now until the service's time-out, under a random nonce. */
export async function signAuthorization(
  account: PayingAccount,
  requirement: PayableRequirement,
  { clock, random }: { readonly clock: Clock; readonly random: Random },
): Promise<Authorization> {
  const message = {
    from: account.address,
    to: requirement.payTo,
    value: requirement.amount,
    // From the beginning of time, since the clocks of payer and chain differ.
    validAfter: 0n,
    validBefore: BigInt(unixSeconds(clock) + Math.min(requirement.maxTimeoutSeconds, longestSeconds)),
    nonce: toHex(random.bytes(32)),
  }
  const domain = { ...requirement.domain, chainId: requirement.chainId, verifyingContract: requirement.asset }
  const signature = await account.signTypedData({ domain, types, primaryType: 'TransferWithAuthorization', message })
  return { ...message, signature }
}
