import { expect, test } from 'vitest'
import { checksumAddress } from '../../../src/chain/address.ts'
import { networks } from '../../../src/chain/networks.ts'
import { knownStablecoins, networkNamed } from './stablecoin-table.ts'

test('each contract address has a valid checksum', () => {
  for (const { deployments } of knownStablecoins) for (const { contract } of deployments) expect(contract).toBe(checksumAddress(contract))
})

test('has USDC on every network that takes payments', () => {
  const usdc = knownStablecoins.find(({ symbol }) => symbol === 'USDC')?.deployments ?? []
  for (const { network, contract } of usdc) expect(networks.find(({ id }) => id === network)?.asset).toBe(contract)
})

test('each coin is deployed on networks of this service, once on each', () => {
  for (const { deployments } of knownStablecoins) {
    expect(new Set(deployments.map(({ network }) => network)).size).toBe(deployments.length)
    for (const { network } of deployments) expect(networks.map(({ id }) => id)).toContain(network)
  }
})

test('a network is found by DefiLlama’s name', () => {
  expect([networkNamed('OP Mainnet'), networkNamed('Tron'), networkNamed('constructor')]).toEqual(['eip155:10', null, null])
})
