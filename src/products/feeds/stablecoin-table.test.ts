import { expect, test } from 'vitest'
import { checksumAddress } from '../../chain/address.ts'
import { networks } from '../../chain/networks.ts'
import { knownStablecoins, networkNamed } from './stablecoin-table.ts'

test('no digit of a contract is wrong: each address is its own checksum', () => {
  for (const { deployments } of knownStablecoins) for (const { contract } of deployments) expect(contract).toBe(checksumAddress(contract))
})

test('USDC stands where payments in it are taken', () => {
  const usdc = knownStablecoins.find(({ symbol }) => symbol === 'USDC')?.deployments ?? []
  for (const { network, contract } of usdc) expect(networks.find(({ id }) => id === network)?.asset).toBe(contract)
})

test('each is deployed on networks that we know, once on each', () => {
  for (const { deployments } of knownStablecoins) {
    expect(new Set(deployments.map(({ network }) => network)).size).toBe(deployments.length)
    for (const { network } of deployments) expect(networks.map(({ id }) => id)).toContain(network)
  }
})

test('a network is found by the name that others give it', () => {
  expect([networkNamed('OP Mainnet'), networkNamed('Tron'), networkNamed('constructor')]).toEqual(['eip155:10', null, null])
})
