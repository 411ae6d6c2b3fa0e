import { numberToHex } from 'viem'
import type { Hex } from '../../src/shared/bytes.ts'
import { compiledContract } from '../contracts/compiled-contract.ts'
import { tokenOwner } from './circle-token.ts'
import type { NodeCall } from './node-rpc.ts'
import { addressWord, mappingSlot, nestedMappingSlot, slot } from './storage-slot.ts'
import type { TokenInstallation } from './token-installation.ts'

const owner = 0
const isMinter = 1
const allowance = 4

/** Our own EIP-3009 token with the domain that the service's specification gives SKALE (`USDC`, `1`). */
export const skaleToken: TokenInstallation = {
  place(usdc): NodeCall[] {
    return [
      ['anvil_setCode', usdc, compiledContract('skale-usdc').runtimeCode],
      ['anvil_setStorageAt', usdc, slot(owner), addressWord(tokenOwner)],
    ]
  },
  initialize: (): Hex[] => [],
  grantMinter: (usdc, minter): NodeCall[] => [['anvil_setStorageAt', usdc, mappingSlot(minter, isMinter), numberToHex(1, { size: 32 })]],
  grantAllowance: (usdc, holder, spender, units) => [
    'anvil_setStorageAt',
    usdc,
    nestedMappingSlot(holder, spender, allowance),
    numberToHex(units, { size: 32 }),
  ],
}
