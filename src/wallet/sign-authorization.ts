import type { Authorization, Network } from '../chain/chain.ts'
import type { Hex } from '../shared/bytes.ts'
import type { PayingAccount } from './account.ts'

/** No authorization of ours is valid for longer than this, whatever a service asks for. */
export const maxValidSeconds = 3_600

/** The token, and the EIP-712 domain that the service names for it. */
export interface SigningDomain {
  readonly domain: Network['domain']
  readonly chainId: number
  readonly asset: Hex
}

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

/** Signs an EIP-3009 transfer as it is given. */
export async function signAuthorization(
  account: PayingAccount,
  { domain, chainId, asset }: SigningDomain,
  message: Omit<Authorization, 'signature'>,
): Promise<Authorization> {
  const signature = await account.signTypedData({
    domain: { ...domain, chainId, verifyingContract: asset },
    types,
    primaryType: 'TransferWithAuthorization',
    message,
  })
  return { ...message, signature }
}
