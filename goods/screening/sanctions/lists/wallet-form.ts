import { createHash } from 'node:crypto'
import { keccak_256 } from '@noble/hashes/sha3.js'

/**
 * What a word that looks like an address on a blockchain is. `whole`: an address with the right length and checksum, on a chain of which
 * lists give addresses. `unread`: one with a fault, a transaction, a name that leads to an address, or an address of another chain.
 */
export type WalletForm = 'whole' | 'unread'

/** Names that a naming service resolves to addresses. */
const walletName =
  /^[\p{L}\p{N}_-]+(?:\.[\p{L}\p{N}_-]+)*\.(?:eth|sol|bnb|crypto|wallet|nft|blockchain|bitcoin|x|dao|arb|avax|near|tez|lens|base)$/iu

/** The form of a word; null for one that is no address. */
export function walletForm(word: string): WalletForm | null {
  if (walletName.test(word)) return 'unread'
  if (/^0x[0-9a-f]{6,}$/i.test(word)) return isEvmAddress(word) ? 'whole' : 'unread'
  if (/^0x/i.test(word) && word.length > 20) return 'unread'
  if (!/^[A-Za-z0-9_-]{25,200}$/.test(word) || !/\d/.test(word) || !/[A-Za-z]/.test(word)) return null
  const isWhole = isBech32(word) || isCashAddress(word) || isBase58Address(word) || isMonero(word)
  return isWhole ? 'whole' : 'unread'
}

/** One case throughout, or the case that EIP-55 prescribes: anything else is a slip of the pen. */
function isEvmAddress(word: string): boolean {
  const digits = word.slice(2)
  if (digits.length !== 40) return false
  const lower = digits.toLowerCase()
  if (digits === lower || digits === digits.toUpperCase()) return true
  const hash = keccak_256(Buffer.from(lower, 'ascii'))
  return [...digits].every((digit, at) => {
    const nibble = ((hash[at >> 1] ?? 0) >> (at % 2 === 0 ? 4 : 0)) & 15
    return digit === (nibble >= 8 ? digit.toUpperCase() : digit.toLowerCase())
  })
}

const bech32Letters = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l'
const bech32Generators = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3]

/** BIP-173 and BIP-350, of Bitcoin and Litecoin. */
function isBech32(word: string): boolean {
  const text = word.toLowerCase()
  if (word !== text && word !== word.toUpperCase()) return false
  const [, prefix = '', data = ''] = /^(bc|ltc)1([02-9ac-hj-np-z]{39,59})$/.exec(text) ?? []
  if (data === '') return false
  const expanded = [...prefix].map((letter) => letter.charCodeAt(0))
  const values = [
    ...expanded.map((code) => code >> 5),
    0,
    ...expanded.map((code) => code & 31),
    ...[...data].map((one) => bech32Letters.indexOf(one)),
  ]
  let sum = 1
  for (const value of values) {
    const top = sum >>> 25
    sum = ((sum & 0x1ffffff) << 5) ^ value
    for (const [bit, generator] of bech32Generators.entries()) if ((top >> bit) & 1) sum ^= generator
  }
  return sum === 1 || sum === 0x2bc830a3
}

const cashGenerators = [0x98f2bc8e61n, 0x79b76d99e2n, 0xf33e5fb3c4n, 0xae2eabe2a8n, 0x1e4f43e470n]

/** An address of Bitcoin Cash, with or without its prefix. */
function isCashAddress(word: string): boolean {
  const text = word.toLowerCase()
  if ((word !== text && word !== word.toUpperCase()) || !/^[qp][02-9ac-hj-np-z]{41}$/.test(text)) return false
  const values = [
    ...[...'bitcoincash'].map((letter) => letter.charCodeAt(0) & 31),
    0,
    ...[...text].map((one) => bech32Letters.indexOf(one)),
  ]
  let sum = 1n
  for (const value of values) {
    const top = sum >> 35n
    sum = ((sum & 0x07ffffffffn) << 5n) ^ BigInt(value)
    for (const [bit, generator] of cashGenerators.entries()) if ((top >> BigInt(bit)) & 1n) sum ^= generator
  }
  return sum === 1n
}

const base58Letters = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const rippleLetters = 'rpshnaf39wBUDNEGHJKLM4PQRST7VWXYZ2bcdeCg65jkm8oFqi1tuvAxyz'

/** First bytes of addresses: BTC, BCH and BSV, LTC, DOGE and XVG, DASH, BTG, TRX, and two of ZEC. */
const versions = new Set([0x00, 0x05, 0x30, 0x32, 0x1e, 0x21, 0x4c, 0x10, 0x26, 0x17, 0x41])
const zcashVersions = new Set([0x1cb8, 0x1cbd])

function isBase58Address(word: string): boolean {
  if (word.length > 50) return false
  const bytes = base58(word, base58Letters)
  if (bytes?.length === 25 && hasChecksum(bytes)) return versions.has(bytes[0] ?? -1)
  if (bytes?.length === 26 && hasChecksum(bytes)) return zcashVersions.has((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0))
  // An address on Solana is a public key, and has no checksum.
  if (bytes?.length === 32 && /[a-z]/.test(word) && /[A-Z]/.test(word)) return true
  const ripple = word.startsWith('r') ? base58(word, rippleLetters) : null
  return ripple?.length === 25 && hasChecksum(ripple)
}

function base58(word: string, letters: string): Uint8Array | null {
  let value = 0n
  for (const letter of word) {
    const digit = letters.indexOf(letter)
    if (digit < 0) return null
    value = value * 58n + BigInt(digit)
  }
  const hex = value === 0n ? '' : value.toString(16)
  const body = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
  const zeros = [...word].findIndex((letter) => letter !== letters[0])
  return Buffer.concat([Buffer.alloc(Math.max(0, zeros)), body])
}

function hasChecksum(bytes: Uint8Array): boolean {
  const once = createHash('sha256').update(bytes.subarray(0, -4)).digest()
  return createHash('sha256').update(once).digest().subarray(0, 4).equals(bytes.subarray(-4))
}

/** Monero writes blocks of eight bytes as eleven letters each; the last four bytes of all are a checksum. */
function isMonero(word: string): boolean {
  if (!/^[48][1-9A-HJ-NP-Za-km-z]{94}(?:[1-9A-HJ-NP-Za-km-z]{11})?$/.test(word)) return false
  const sizes: Readonly<Record<number, number>> = { 11: 8, 7: 5 }
  const blocks = (word.match(/.{1,11}/g) ?? []).map((block) => {
    const size = sizes[block.length]
    const value = [...block].reduce((sum, letter) => sum * 58n + BigInt(base58Letters.indexOf(letter)), 0n)
    return size === undefined || value >= 1n << BigInt(8 * size) ? null : Buffer.from(value.toString(16).padStart(2 * size, '0'), 'hex')
  })
  if (blocks.includes(null)) return false
  const bytes = Buffer.concat(blocks.filter((block) => block !== null))
  return Buffer.from(keccak_256(bytes.subarray(0, -4)))
    .subarray(0, 4)
    .equals(bytes.subarray(-4))
}
