import { randomBytes } from 'node:crypto'
import { concatHex, getAddress, padHex } from 'viem'
import { toHex, type Hex } from '../../src/shared/bytes.ts'
import { implementationSlot } from '../chains/canonical-contracts.ts'
import { nodeRpc } from '../chains/node-rpc.ts'
import { addressWord, slot } from '../chains/storage-slot.ts'
import { compiledContract, type ContractFile } from '../contracts/compiled-contract.ts'

/** Installs one of the sandbox's contracts at an address (a new one by default) and returns the address. Slot 0 has its owner. */
export async function placeContract(rpcUrl: string, contract: ContractFile, { owner, at }: { owner?: Hex; at?: Hex } = {}): Promise<Hex> {
  const rpc = nodeRpc(rpcUrl)
  const address = at ?? getAddress(toHex(randomBytes(20)))
  await rpc.call('anvil_setCode', address, compiledContract(contract).runtimeCode)
  if (owner !== undefined) await rpc.call('anvil_setStorageAt', address, slot(0), addressWord(owner))
  return address
}

/** A contract wallet that accepts its owner's signatures (ERC-1271). */
export function placeWallet(rpcUrl: string, owner: Hex): Promise<Hex> {
  return placeContract(rpcUrl, 'owned-wallet', { owner })
}

/** Lets a plain account delegate to a contract by EIP-7702, as a type 4 transaction would. */
export async function delegateAccount(rpcUrl: string, account: Hex, implementation: Hex): Promise<void> {
  await nodeRpc(rpcUrl).call('anvil_setCode', account, concatHex(['0xef0100', implementation]))
}

/** Ends the delegation of an account. */
export async function undelegateAccount(rpcUrl: string, account: Hex): Promise<void> {
  await nodeRpc(rpcUrl).call('anvil_setCode', account, '0x')
}

/** An EIP-1167 minimal proxy in front of a contract; with `slot1967` the standard slot names it as well. */
export async function placeProxy(rpcUrl: string, implementation: Hex, { slot1967 = false }: { slot1967?: boolean } = {}): Promise<Hex> {
  const rpc = nodeRpc(rpcUrl)
  const address = getAddress(toHex(randomBytes(20)))
  await rpc.call('anvil_setCode', address, concatHex(['0x363d3d373d3d3d363d73', implementation, '0x5af43d82803e903d91602b57fd5bf3']))
  if (slot1967) await rpc.call('anvil_setStorageAt', address, implementationSlot, padHex(implementation, { size: 32 }))
  return address
}
