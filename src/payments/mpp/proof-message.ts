import { keccak256 } from '../../chain/keccak.ts'
import { textDigest } from '../../chain/proof-signature.ts'
import { type Hex, word } from '../../shared/bytes.ts'

/** An account that claims a transfer for a challenge. */
export interface ProofClaim {
  readonly account: Hex
  readonly chainId: number
  readonly challengeId: string
  readonly realm: string
}

const types = {
  Proof: [
    { name: 'account', type: 'address' },
    { name: 'challengeId', type: 'string' },
    { name: 'realm', type: 'string' },
  ],
} as const

const hashOf = (text: string) => keccak256(Buffer.from(text, 'utf8'))
const domainTypehash = hashOf('EIP712Domain(string name,string version,uint256 chainId)')
const proofTypehash = hashOf('Proof(address account,string challengeId,string realm)')
const domainName = hashOf('MPP')
const domainVersion = hashOf('3')

/** The EIP-712 typed data that a wallet signs to claim a transfer for a challenge. */
export function proofTypedData({ account, chainId, challengeId, realm }: ProofClaim) {
  return {
    domain: { name: 'MPP', version: '3', chainId },
    types,
    primaryType: 'Proof',
    message: { account, challengeId, realm },
  } as const
}

/** The text that a wallet without typed data signs instead (EIP-191), with the hash in lower case. */
export function proofText({ challengeId, hash }: { readonly challengeId: string; readonly hash: Hex }): string {
  return `${challengeId}:${hash.toLowerCase()}`
}

/**
 * The 32-byte digests that the `signature` of a transaction hash may sign: that of the typed data, or that of the text. The
 * signer must be the sender of the transfer.
 */
export function proofDigests(claim: ProofClaim, hash: Hex): readonly [typedData: Uint8Array, text: Uint8Array] {
  return [typedDataDigest(claim), textDigest(proofText({ challengeId: claim.challengeId, hash }))]
}

function typedDataDigest({ account, chainId, challengeId, realm }: ProofClaim): Uint8Array {
  const domain = keccak256(Buffer.concat([domainTypehash, domainName, domainVersion, word(BigInt(chainId))]))
  const message = keccak256(Buffer.concat([proofTypehash, word(BigInt(account)), hashOf(challengeId), hashOf(realm)]))
  return keccak256(Buffer.concat([Uint8Array.of(0x19, 0x01), domain, message]))
}
