import { hashMessage, parseAbi, createPublicClient, http, type PublicClient } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Hex } from '../../src/shared/bytes.ts'
import { newWallet } from '../keys.ts'
import type { World } from '../world.ts'
import { delegateAccount, placeContract, placeProxy, placeWallet, undelegateAccount } from './place-contract.ts'
import { temporaryWorld } from './temporary-world.ts'

const accepted = '0x1626ba7e'
const abi = parseAbi([
  'function isValidSignature(bytes32 digest, bytes signature) view returns (bytes4)',
  'function owner() view returns (address)',
])
const owner = newWallet()
const digest = hashMessage('hello')

let world: World
let rpcUrl: string
let client: PublicClient
let signature: Hex
beforeAll(async () => {
  world = await temporaryWorld({ networks: ['eip155:8453'] })
  rpcUrl = world.networks[0]?.rpcUrl ?? ''
  client = createPublicClient({ transport: http(rpcUrl) })
  signature = await privateKeyToAccount(owner.privateKey).sign({ hash: digest })
})
afterAll(() => world.close())

const ask = (address: Hex, signed = signature) =>
  client.readContract({ address, abi, functionName: 'isValidSignature', args: [digest, signed] })

test('a wallet accepts what its owner signed, and nothing else', async () => {
  const wallet = await placeWallet(rpcUrl, owner.address)
  expect(await ask(wallet)).toBe(accepted)
  expect(await ask(wallet, await privateKeyToAccount(newWallet().privateKey).sign({ hash: digest }))).not.toBe(accepted)
  expect(await ask(wallet, '0x')).not.toBe(accepted)
})

test('a gas burner uses up all of its gas', async () => {
  const burner = await placeContract(rpcUrl, 'gas-burner')
  await expect(ask(burner)).rejects.toThrow()
})

test('a delegating account answers with the code of its contract, until the delegation ends', async () => {
  const { address } = newWallet()
  await delegateAccount(rpcUrl, address, await placeContract(rpcUrl, 'owned-wallet'))
  expect((await client.getCode({ address }))?.slice(0, 8)).toBe('0xef0100')
  expect(await ask(address)).not.toBe(accepted)
  await undelegateAccount(rpcUrl, address)
  expect(await client.getCode({ address })).toBeUndefined()
})

test('a proxy answers like the contract behind it, with its own storage', async () => {
  const token = await placeContract(rpcUrl, 'fixture-token', { owner: owner.address })
  const proxy = await placeProxy(rpcUrl, token, { slot1967: true })
  expect(await client.readContract({ address: token, abi, functionName: 'owner' })).toBe(owner.address)
  expect(BigInt(await client.readContract({ address: proxy, abi, functionName: 'owner' }))).toBe(0n)
})
