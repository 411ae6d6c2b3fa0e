import { keccak256 } from '../../chain/keccak.ts'
import { type Hex, toHex } from '../../shared/bytes.ts'

/**
 * What binds a payment to one challenge on chain: keccak256 of id and realm, one behind the other. An authorization
 * carries it as its EIP-3009 nonce, so that a payer who sends the authorization himself has it in the token's logs.
 */
export function challengeHash(id: string, realm: string): Hex {
  return toHex(keccak256(Buffer.from(id + realm, 'utf8')))
}
