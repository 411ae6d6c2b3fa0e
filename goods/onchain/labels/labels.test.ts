import { expect, test } from 'vitest'
import type { Hex } from '../../../src/shared/bytes.ts'
import { checksumAddress } from '../../../src/chain/address.ts'
import { networks } from '../../../src/chain/networks.ts'
import { createAddressLabels } from './create-labels.ts'
import { knownAddresses, zeroAddress } from '../../../src/chain/known/known-addresses.ts'
import { isMixer } from '../../../src/chain/known/mixers.ts'

const base = 'eip155:8453'
const ethereum = 'eip155:1'
const tornado: Hex = '0x4736dCf1b7A3d580672CcE6E7c65cd5cc9cFBa9D'

test('every known address has its right checksum, so that none is mistyped', () => {
  for (const { address } of knownAddresses()) expect(address).toBe(checksumAddress(address))
})

test('each names its source and the day of the look-up, and is listed once', () => {
  const ids = new Set(networks.map(({ id }) => id))
  const places = knownAddresses().flatMap(({ address, networks: on }) => (on ?? ['*']).map((network) => `${network} ${address}`))
  expect(new Set(places).size).toBe(places.length)
  for (const { source, checkedOn, name, kind, networks: on } of knownAddresses()) {
    expect(source).not.toBe('')
    expect(name).not.toBe('')
    if (!['burn', 'issuer'].includes(kind)) expect(checkedOn).toMatch(/^20\d\d-\d\d-\d\d$/)
    for (const id of on ?? []) expect(ids).toContain(id)
  }
})

test('an address has its labels on its own networks, in upper or lower case', () => {
  const labels = createAddressLabels()
  for (const text of [tornado, tornado.toLowerCase() as Hex]) {
    expect(labels.of(ethereum, text)).toMatchObject([{ kind: 'mixer', name: 'Tornado Cash (USDC)' }])
    expect(labels.of(base, text)).toEqual([])
  }
  expect(labels.of(base, zeroAddress)).toMatchObject([{ kind: 'burn' }])
  expect(labels.of('eip155:137', '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359')).toMatchObject([{ kind: 'issuer' }])
})

test('added labels hold on their networks or everywhere', () => {
  const added = { kind: 'service', name: 'Ours', source: 'operator', checkedOn: null } as const
  const labels = createAddressLabels([
    { ...added, address: tornado, networks: null },
    { ...added, address: zeroAddress, networks: [base] },
  ])
  expect(labels.of(base, tornado)).toEqual([added])
  expect(labels.of(ethereum, tornado).map(({ kind }) => kind)).toEqual(['mixer', 'service'])
  expect(labels.of(base, zeroAddress).map(({ kind }) => kind)).toEqual(['service', 'burn'])
  expect(labels.of(ethereum, zeroAddress).map(({ kind }) => kind)).toEqual(['burn'])
})

test('mixers are recognised by network', () => {
  expect(isMixer(ethereum, tornado.toLowerCase() as Hex)).toBe(true)
  expect(isMixer(base, tornado)).toBe(false)
})
