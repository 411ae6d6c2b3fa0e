import { keccak256 } from '../../chain/keccak.ts'
import { type Hex, toHex } from '../../shared/bytes.ts'

/**
 * The hash that binds a payment to one challenge on chain: keccak256 of id and realm, concatenated. An authorization carries it
 * as its EIP-3009 nonce, so it is in the token's logs even where the payer sends the authorization itself.
 */
export function challengeHash(id: string, realm: string): Hex {
  return toHex(keccak256(Buffer.from(id + realm, 'utf8')))
}

/** The same in newer SDKs: keccak256 of the JSON text of the list of id and realm. */
export function listedChallengeHash(id: string, realm: string): Hex {
  return toHex(keccak256(Buffer.from(JSON.stringify([id, realm]), 'utf8')))
}

/** Whether a nonce binds a payment to this challenge, in either form. Hex digits may be in any case. */
export function bindsToChallenge(nonce: string, id: string, realm: string): boolean {
  const lower = nonce.toLowerCase()
  return lower === challengeHash(id, realm) || lower === listedChallengeHash(id, realm)
}
