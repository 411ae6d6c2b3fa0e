import { expect, test } from 'vitest'
import { checksumAddress, isAddress } from '../../../src/chain/address.ts'
import { knownContract, sharedContracts } from './known-contracts.ts'

test('every contract of the table has its checksum, a name, and is there once', () => {
  for (const { address, name } of sharedContracts) {
    expect(isAddress(address) && checksumAddress(address), name).toBe(address)
    expect(name).toMatch(/^\S/)
  }
  expect(new Set(sharedContracts.map(({ address }) => address.toLowerCase())).size).toBe(sharedContracts.length)
})

test('a wallet that nobody knows is none of them', () => {
  for (const wallet of ['0x209693Bc6afc0C5328bA36FaF03C514EF312287C', '0x4200000000000000000000000000000000010006', 'name.eth']) {
    expect(knownContract(wallet)).toBeNull()
  }
})
