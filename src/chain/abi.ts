import { type Hex, isHex } from '../shared/bytes.ts'
import { RpcUnreachable } from './chain.ts'

/** Selectors of the functions that are called, and topics of the events that are read. Tested against their signatures. */
export const selectors = {
  transfer: '0xa9059cbb',
  transferWithAuthorization: '0xe3ee160e',
  transferWithAuthorizationBytes: '0xcf092995',
  authorizationState: '0xe94a0102',
  balanceOf: '0x70a08231',
  decimals: '0x313ce567',
  name: '0x06fdde03',
  version: '0x54fd4d50',
  domainSeparator: '0x3644e515',
  eip712Domain: '0x84b0196e',
  isValidSignature: '0x1626ba7e',
  aggregate3: '0x82ad56cb',
} as const

export const topics = {
  transfer: '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef',
  authorizationUsed: '0x98de503528ee59b575ef0c0a2576a82497bfc029a5685b209e9ec333479b10a5',
  authorizationCanceled: '0x1cdd46ff242716cdaa72d159d339a485b3438398348d68f09d7c8c0a59353d81',
  swap: '0xc42079f94a6350d7e6235f29174924f928cc2ac818eb64fed8004e115fbcca67',
} as const

/** 64 hex digits of a number. */
export function uintDigits(value: bigint): string {
  const digits = value.toString(16)
  if (value < 0n || digits.length > 64) throw new RangeError('does not fit 32 bytes')
  return digits.padStart(64, '0')
}

/** 64 hex digits of an address. */
export function addressDigits(address: Hex): string {
  return address.slice(2).toLowerCase().padStart(64, '0')
}

/** An address as an indexed argument of an event. */
export function addressTopic(address: Hex): Hex {
  return `0x${addressDigits(address)}`
}

/** Length word and bytes, padded to whole words. */
export function bytesDigits(data: Hex): string {
  const digits = data.slice(2)
  return uintDigits(BigInt(digits.length / 2)) + digits.padEnd(Math.ceil(digits.length / 64) * 64, '0')
}

/** A node's answer as lower-case hex. @throws RpcUnreachable for anything else. */
export function hexAnswer(value: unknown, what: string): Hex {
  if (typeof value !== 'string' || !isHex(value)) throw new RpcUnreachable(`the node's answer to ${what} is not hex data`)
  return value.toLowerCase() as Hex
}

/** The uint256 that a call returned. */
export function uintAnswer(value: unknown, what: string): bigint {
  const data = hexAnswer(value, what)
  if (data.length !== 66) throw new RpcUnreachable(`the node's answer to ${what} is not one word`)
  return BigInt(data)
}

/** The bool that a call returned. Anything but 0 or 1 counts as no answer. */
export function boolAnswer(value: unknown, what: string): boolean {
  const number = uintAnswer(value, what)
  if (number > 1n) throw new RpcUnreachable(`the node's answer to ${what} is not a bool`)
  return number === 1n
}

/** The string that a call returned; null when the data is not an ABI string of at most 256 bytes. */
export function decodeString(data: Hex): string | null {
  const digits = data.slice(2)
  if (digits.length < 128 || BigInt(`0x${digits.slice(0, 64)}`) !== 32n) return null
  const length = BigInt(`0x${digits.slice(64, 128)}`)
  if (length > 256n || digits.length < 128 + Number(length) * 2) return null
  return Buffer.from(digits.slice(128, 128 + Number(length) * 2), 'hex').toString('utf8')
}
