import { type Hex, isHex, toHex } from '../shared/bytes.ts'
import type { Chain } from './chain.ts'
import { keccak256 } from './keccak.ts'
import { recoverSigner, withTokenV } from './recover.ts'

/** Longest signature that is passed to a wallet contract. */
const maxSignatureBytes = 4096

/** The 32 bytes that a wallet signs for a text: EIP-191, version 0x45, as `personal_sign` makes it. */
export function textDigest(text: string): Uint8Array {
  const bytes = Buffer.from(text, 'utf8')
  return keccak256(Buffer.concat([Buffer.from(`\u0019Ethereum Signed Message:\n${bytes.length}`, 'utf8'), bytes]))
}

/**
 * Whether a payer signed this message: typed data (EIP-712) as its 32-byte digest, or a text (EIP-191). A signature by the
 * account's key (65 bytes, low s) always counts, also when the account has code by EIP-7702, since the key still controls it.
 * For accounts with code, their ERC-1271 check counts too. Malformed signatures give false; the function never throws for what
 * a client sent.
 * @throws RpcUnreachable when the chain must be asked and does not answer
 */
export async function provesPayer(
  chain: Pick<Chain, 'codes' | 'contractAccepts'>,
  payer: Hex,
  message: Uint8Array | string,
  signature: Hex,
): Promise<boolean> {
  if (!isHex(signature) || signature.length > 2 + 2 * maxSignatureBytes) return false
  const digest = typeof message === 'string' ? textDigest(message) : message
  if (digest.length !== 32) return false
  if ((await recoverSigner(digest, withTokenV(signature))) === payer.toLowerCase()) return true
  const [code] = await chain.codes([payer])
  return code !== undefined && code !== '0x' && chain.contractAccepts(payer, toHex(digest), signature)
}
