import { fromHex } from '../../shared/bytes.ts'
import type { UnsignedTransaction } from './unsigned-transaction.ts'

/** Over the digest of `forSigning`: r and s of 32 bytes each, and the parity of the point's y. */
export interface TransactionSignature {
  readonly r: Uint8Array
  readonly s: Uint8Array
  readonly yParity: number
}

/** A transaction's bytes, to sign and signed. */
export interface EncodedTransaction {
  readonly forSigning: Uint8Array
  signed(signature: TransactionSignature): Uint8Array
}

const eip1559Type = Buffer.from([0x02])
const noType = Buffer.alloc(0)
const emptyList = Buffer.from([0xc0])
const nothing = integer(0n)

/**
 * Encodes a transaction: EIP-1559 (type 2) or legacy with the chain id in its signature (EIP-155). By hand, since a batch is
 * tens of thousands of bytes that are encoded for each payment's share; tested against viem byte for byte.
 */
export function encodeTransaction({ chainId, nonce, to, data, value, gas, fees }: UnsignedTransaction): EncodedTransaction {
  const id = BigInt(chainId)
  const call = [integer(gas), item(fromHex(to)), integer(value), item(fromHex(data))]
  if (fees.kind === 'legacy') {
    const fields = [integer(BigInt(nonce)), integer(fees.gasPrice), ...call]
    return {
      forSigning: list(noType, [...fields, integer(id), nothing, nothing]),
      signed: ({ r, s, yParity }) => list(noType, [...fields, integer(id * 2n + 35n + BigInt(yParity)), trimmed(r), trimmed(s)]),
    }
  }
  const prices = [integer(fees.maxPriorityFeePerGas), integer(fees.maxFeePerGas)]
  const fields = [integer(id), integer(BigInt(nonce)), ...prices, ...call, emptyList]
  return {
    forSigning: list(eip1559Type, fields),
    signed: ({ r, s, yParity }) => list(eip1559Type, [...fields, integer(BigInt(yParity)), trimmed(r), trimmed(s)]),
  }
}

/** A list of encoded items in RLP (yellow paper, appendix B), behind its transaction type. */
function list(type: Buffer, items: readonly Buffer[]): Buffer {
  const length = items.reduce((sum, one) => sum + one.length, 0)
  return Buffer.concat([type, header(0xc0, length), ...items])
}

/** A string of bytes in RLP. */
function item(bytes: Uint8Array): Buffer {
  return bytes.length === 1 && bytes[0]! < 0x80 ? Buffer.from(bytes) : Buffer.concat([header(0x80, bytes.length), bytes])
}

function header(offset: number, length: number): Buffer {
  if (length < 56) return Buffer.from([offset + length])
  const digits = bigEndian(BigInt(length))
  return Buffer.concat([Buffer.from([offset + 55 + digits.length]), digits])
}

function integer(value: bigint): Buffer {
  return item(bigEndian(value))
}

/** An integer that comes as 32 bytes. */
function trimmed(bytes: Uint8Array): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  return item(first === -1 ? noType : bytes.subarray(first))
}

/** Without leading zeros; nothing for zero. */
function bigEndian(value: bigint): Buffer {
  if (value === 0n) return noType
  const digits = value.toString(16)
  return Buffer.from(digits.length % 2 === 0 ? digits : `0${digits}`, 'hex')
}
