import { sameAddress } from '../../chain/address.ts'
import { authorizationDigest } from '../../chain/eip3009.ts'
import { recoverSigner, withTokenV } from '../../chain/recover.ts'
import type { Authorization, Chain } from '../../chain/chain.ts'
import { isErc6492, unwrapErc6492 } from '../../payments/x402/erc6492.ts'
import { paymentRefusal } from '../../payments/wire/refusals.ts'
import type { Refusal } from '../../shared/refusal.ts'
import { refusedByChain, type Refused } from '../outcome.ts'
import { toHex, type Hex } from '../../shared/bytes.ts'

export type SignatureCheck =
  | {
      readonly kind: 'signed'
      /** The signature as the token takes it. */
      readonly signature: Hex
      /** Whether the account's key made it. An account that has code must also accept it, see `contractTakes`. */
      readonly plain: boolean
    }
  | Refused

/** 65 bytes in hex. */
const plainSignatureLength = 132

type Asked = Pick<Chain, 'network' | 'codes' | 'contractAccepts'>

/**
 * Whether the payer signed an authorization, by its key or by the ERC-1271 check of its contract. Asks the chain only when
 * the key did not sign. For a deployed wallet an ERC-6492 wrapper is removed; we deploy no wallets.
 * @throws RpcUnreachable
 */
export async function checkSignature(chain: Asked, authorization: Authorization): Promise<SignatureCheck> {
  const signature = withTokenV(authorization.signature)
  if (await isSignedByKey(chain, { ...authorization, signature })) return { kind: 'signed', signature, plain: true }
  // Only a contract may sign in another way, so we look for code before we judge the signature.
  const [code] = await chain.codes([authorization.from])
  const wrapped = isErc6492(authorization.signature)
  if (code === '0x') return refusedByChain(wrapped ? notDeployed : badSignature)
  const own = wrapped ? unwrapErc6492(authorization.signature) : authorization.signature
  if (own === null || !(await contractTakes(chain, { ...authorization, signature: own }))) return refusedByChain(badSignature)
  return { kind: 'signed', signature: own, plain: false }
}

/**
 * Whether the signature may be the payer's, as far as this can be known without running a contract: its key made it, or it is
 * one that only a contract can judge. The chain is asked for the payer's code only where a plain signature is not of its key.
 * @throws RpcUnreachable
 */
export async function maySign(chain: Pick<Chain, 'network' | 'codes'>, authorization: Authorization): Promise<boolean> {
  if (authorization.signature.length !== plainSignatureLength) return true
  if (await isSignedByKey(chain, { ...authorization, signature: withTokenV(authorization.signature) })) return true
  const [code] = await chain.codes([authorization.from])
  return code !== '0x'
}

/** Whether the payer's own key made the signature, in the form that the token takes. Asks no chain. */
export async function isSignedByKey({ network }: Pick<Chain, 'network'>, authorization: Authorization): Promise<boolean> {
  const signer = await recoverSigner(authorizationDigest(network, authorization), authorization.signature)
  return signer !== null && sameAddress(signer, authorization.from)
}

/** Whether the contract at the payer's address accepts the signature, byte for byte as it came. @throws RpcUnreachable */
export function contractTakes(chain: Asked, authorization: Authorization): Promise<boolean> {
  return chain.contractAccepts(authorization.from, toHex(authorizationDigest(chain.network, authorization)), authorization.signature)
}

/** Whether two signatures are the same one for the token. */
export function sameSignature(one: Hex, other: Hex): boolean {
  return tokenForm(one) === tokenForm(other)
}

function tokenForm(signature: Hex): string {
  return withTokenV(unwrapErc6492(signature) ?? signature).toLowerCase()
}

const badSignature = signatureRefusal('the EIP-712 signature of TransferWithAuthorization by payload.authorization.from, low s, v 27 or 28')

/** @param expected which signature would be right */
export function signatureRefusal(expected: string): Refusal {
  return paymentRefusal('invalid_exact_evm_signature', { field: 'payload.signature', expected })
}

const notDeployed = paymentRefusal('eip6492_factory_not_allowed', {
  field: 'payload.signature',
  expected: 'a signature of a plain account or a deployed wallet',
  received: 'an ERC-6492 wrapper',
})
