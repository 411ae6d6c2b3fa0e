import { numberToHex } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import { compiledContract, type ContractFile } from '../contracts/compiled-contract.ts'
import type { SandboxNetwork } from '../networks.ts'
import { named } from '../../goods/screening/sandbox/lists/entries-of.ts'
import type { NodeCall } from './node-rpc.ts'
import { addressWord, mappingSlot, slot } from './storage-slot.ts'

/** ERC-8004, at the same address on every network. */
export const identityRegistry: Hex = '0x8004A169FB4a3325136EB29fA0ceB6D2e539a432'
export const reputationRegistry: Hex = '0x8004BAa17C55a88189AE136b182e5fdA19dE9b63'

/** ENS, on Ethereum only. */
export const ensRegistry: Hex = '0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e'
export const ensResolver: Hex = '0x231b0Ee14048e9dCcD1d247744d114a4EB5E8E63'
const ensUniversalResolver: Hex = '0xeEeEEEeE14D718C2B47D9923Deab1335E144EeEe'
/** Owns the root of ENS. Its key does not exist. */
export const nameKeeper: Hex = '0x000000000000000000000000000000000000e450'

/** The oracle that says on chain which addresses are sanctioned; SKALE has none. */
const oracles: Readonly<Record<string, Hex>> = {
  base: '0x3A91A31cB3dC49b4db9Ce721F50a9D076c8D739B',
  ethereum: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
  polygon: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
  arbitrum: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
  optimism: '0x40C57923924B5c5c5455c48D93317139ADDaC8fb',
}

export const implementationSlot: Hex = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const yes = numberToHex(1, { size: 32 })

function code(address: Hex, contract: ContractFile): NodeCall {
  return ['anvil_setCode', address, compiledContract(contract).runtimeCode]
}

/** A proxy at one address for an implementation at another address. */
export function behindProxy(address: Hex, implementation: Hex, contract: ContractFile): NodeCall[] {
  return [
    code(implementation, contract),
    code(address, 'slot-proxy'),
    ['anvil_setStorageAt', address, implementationSlot, addressWord(implementation)],
  ]
}

function ens(): NodeCall[] {
  return [
    code(ensRegistry, 'ens-registry'),
    ['anvil_setStorageAt', ensRegistry, slot(0), addressWord(nameKeeper)],
    code(ensResolver, 'ens-resolver'),
    ['anvil_setStorageAt', ensResolver, slot(0), addressWord(ensRegistry)],
    code(ensUniversalResolver, 'ens-universal-resolver'),
    ['anvil_setStorageAt', ensUniversalResolver, slot(0), addressWord(ensRegistry)],
  ]
}

/** The wallets on the stand-ins' lists, so that the oracle agrees with the lists. */
export const sanctionedWallets: readonly Hex[] = named
  .flatMap(({ wallets = {} }) => Object.values(wallets).flat())
  .filter((wallet) => /^0x[0-9a-fA-F]{40}$/.test(wallet))
  .map((wallet) => wallet.toLowerCase() as Hex)

function oracle(address: Hex): NodeCall[] {
  return [
    code(address, 'sanctions-oracle'),
    ...sanctionedWallets.map((wallet): NodeCall => ['anvil_setStorageAt', address, mappingSlot(wallet, 0), yes]),
  ]
}

/** Contracts of third parties at known addresses of a network, besides USDC and Multicall3: agent registries, ENS, a sanctions oracle. */
export function canonicalContracts({ slug }: SandboxNetwork): NodeCall[] {
  const oracleAddress = oracles[slug]
  return [
    ...behindProxy(identityRegistry, '0x0000000000000000000000000000000000008041', 'erc8004-identity'),
    ...behindProxy(reputationRegistry, '0x0000000000000000000000000000000000008042', 'erc8004-reputation'),
    ['anvil_setStorageAt', reputationRegistry, slot(0), addressWord(identityRegistry)],
    ...(slug === 'ethereum' ? ens() : []),
    ...(oracleAddress === undefined ? [] : oracle(oracleAddress)),
  ]
}
