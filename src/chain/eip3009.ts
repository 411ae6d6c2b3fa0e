import { fromHex, type Hex, word } from '../shared/bytes.ts'
import type { Authorization, Network } from './chain.ts'
import { keccak256 } from './keccak.ts'

const utf8 = (text: string) => Buffer.from(text, 'utf8')

const domainTypehash = keccak256(utf8('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)'))
const transferTypehash = keccak256(
  utf8('TransferWithAuthorization(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)'),
)

/** EIP-712 domain separator of a token: what its DOMAIN_SEPARATOR() must answer. */
export function domainSeparator(domain: Network['domain'], chainId: number, asset: Hex): Uint8Array {
  return keccak256(
    Buffer.concat([
      domainTypehash,
      keccak256(utf8(domain.name)),
      keccak256(utf8(domain.version)),
      word(BigInt(chainId)),
      word(BigInt(asset)),
    ]),
  )
}

const separators = new WeakMap<Network, Uint8Array>()

function separatorOf(network: Network): Uint8Array {
  const known = separators.get(network)
  if (known) return known
  const separator = domainSeparator(network.domain, network.chainId, network.asset)
  separators.set(network, separator)
  return separator
}

// Refilled for every digest. Filling and hashing are synchronous, so nothing can come in between.
const struct = Buffer.alloc(7 * 32)
struct.set(transferTypehash, 0)
const envelope = Buffer.alloc(2 + 32 + 32)
envelope.set([0x19, 0x01], 0)

/**
 * The 32 bytes that a payer signs: EIP-712 of TransferWithAuthorization under the network's domain.
 * Encoded by hand because it is on the hot path; tested against viem.
 */
export function authorizationDigest(network: Network, authorization: Omit<Authorization, 'signature'>): Uint8Array {
  // Offsets are the words of the struct; an address fills the last 20 bytes of its word, the first 12 stay zero.
  struct.write(authorization.from.slice(2), 32 + 12, 20, 'hex')
  struct.write(authorization.to.slice(2), 64 + 12, 20, 'hex')
  writeUint(authorization.value, 96)
  writeUint(authorization.validAfter, 128)
  writeUint(authorization.validBefore, 160)
  struct.set(fromHex(authorization.nonce), 192)
  envelope.set(separatorOf(network), 2)
  envelope.set(keccak256(struct), 34)
  return keccak256(envelope)
}

function writeUint(value: bigint, offset: number): void {
  if (value >= 0n && value < 1n << 64n) {
    struct.fill(0, offset, offset + 24)
    struct.writeBigUInt64BE(value, offset + 24)
  } else {
    struct.set(word(value), offset)
  }
}
