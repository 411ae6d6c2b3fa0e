import { readFileSync } from 'node:fs'
import type { Abi } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'

export const contractFiles = [
  'skale-usdc',
  'owned-wallet',
  'gas-burner',
  'fixture-token',
  'slot-proxy',
  'erc8004-identity',
  'erc8004-reputation',
  'ens-registry',
  'ens-resolver',
  'ens-universal-resolver',
  'sanctions-oracle',
  'plain-token',
  'honeypot-token',
  'history-writer',
  'taxed-token',
  'price-feed',
  'price-pool',
  'issued-token',
] as const
export type ContractFile = (typeof contractFiles)[number]

/** One of our contracts in its committed form. `node sandbox/contracts/compile-contracts.ts` writes these files. */
export interface CompiledContract {
  readonly source: string
  readonly sourceSha256: string
  readonly compiler: string
  readonly evmVersion: string
  readonly abi: Abi
  readonly runtimeCode: Hex
}

const read = new Map<ContractFile, CompiledContract>()

export function compiledContract(name: ContractFile): CompiledContract {
  const known = read.get(name)
  if (known !== undefined) return known
  const contract = JSON.parse(readFileSync(new URL(`./${name}.json`, import.meta.url), 'utf8')) as CompiledContract
  read.set(name, contract)
  return contract
}
