import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateKeyToAddress } from 'viem/accounts'
import { toHex, type Hex } from '../src/shared/bytes.ts'
import { writePrivateFile } from './write-private-file.ts'

export interface Wallet {
  readonly address: Hex
  readonly privateKey: Hex
}

/** Made once per sandbox directory. Chain ids and token addresses are the real ones, so these keys must stay secret. */
export interface SandboxKeys {
  readonly payTo: Wallet
  /** Pay for the gas of settlements. */
  readonly signers: readonly Wallet[]
  /** Example wallets with USDC and gas. */
  readonly payers: readonly Wallet[]
}

export function newWallet(): Wallet {
  // 32 random bytes are outside the order of the curve once in 2^128 times.
  const privateKey = toHex(randomBytes(32))
  return { address: privateKeyToAddress(privateKey), privateKey }
}

const wallets = (count: number): Wallet[] => Array.from({ length: count }, newWallet)

/** The keys of a directory, made on the first call. The file is readable by its owner only. */
export function sandboxKeys(directory: string): SandboxKeys {
  const file = join(directory, 'keys.json')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as SandboxKeys
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  const keys: SandboxKeys = { payTo: newWallet(), signers: wallets(2), payers: wallets(5) }
  writePrivateFile(file, keys)
  return keys
}
