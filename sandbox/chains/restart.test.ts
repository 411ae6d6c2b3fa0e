import { setTimeout as sleep } from 'node:timers/promises'
import { rmSync } from 'node:fs'
import { createPublicClient, encodeFunctionData, http, parseAbi, type TransactionReceipt } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Authorization } from '../../src/chain/chain.ts'
import { silentLog } from '../../src/shared/log.ts'
import { minedReceipt } from '../tests/mined-receipt.ts'
import { signAuthorization } from '../tests/sign-authorization.ts'
import { temporaryDirectory } from '../tests/temporary-world.ts'
import { startWorld, type World, type WorldNetwork } from '../world.ts'
import { nodeRpc } from './node-rpc.ts'

const abi = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
])

interface Seen {
  readonly authorization: Authorization
  readonly receipt: TransactionReceipt
  readonly head: bigint
  readonly networkBefore: WorldNetwork
}

const directory = temporaryDirectory()
const start = (): Promise<World> =>
  startWorld({ directory, log: silentLog, blockMs: 100, upstreams: false, networks: ['eip155:8453', 'eip155:1187947933'] })
const clientOf = (network: WorldNetwork) => createPublicClient({ transport: http(network.rpcUrl), pollingInterval: 20 })

let keysBefore: Pick<World, 'payTo' | 'signerKeys' | 'payer'>
let world: World
const seen = new Map<string, Seen>()

beforeAll(async () => {
  const first = await start()
  keysBefore = { payTo: first.payTo, signerKeys: first.signerKeys, payer: first.payer }
  for (const network of first.networks) {
    const rpc = nodeRpc(network.rpcUrl)
    const authorization = await signAuthorization({ privateKey: first.payer.privateKey, network, to: first.payTo, value: 7_500n })
    const { from, to, value, validAfter, validBefore, nonce, signature } = authorization
    const data = encodeFunctionData({
      abi,
      functionName: 'transferWithAuthorization',
      args: [from, to, value, validAfter, validBefore, nonce, signature],
    })
    await rpc.call('anvil_impersonateAccount', from)
    const hash = await rpc.call<`0x${string}`>('eth_sendTransaction', {
      from,
      to: network.usdc,
      data,
      gas: '0x7a120',
      gasPrice: '0x77359400',
    })
    const receipt = await minedReceipt(clientOf(network), hash)
    seen.set(network.id, { authorization, receipt, head: await clientOf(network).getBlockNumber(), networkBefore: network })
  }
  await first.close()
  world = await start()
})
afterAll(async () => {
  await world.close()
  rmSync(directory, { recursive: true, force: true })
})

test('a restarted sandbox has the same wallets with the same balances', async () => {
  expect(world).toMatchObject(keysBefore)
  expect((await world.balances(world.payer.address)).map(({ usdc }) => usdc)).toEqual(['999.9925', '999.9925'])
  expect((await world.balances(world.payTo)).map(({ usdc }) => usdc)).toEqual(['0.0075', '0.0075'])
})

test.each(['eip155:8453', 'eip155:1187947933'])('%s remembers blocks, receipts, logs and spent authorizations', async (id) => {
  const network = world.networks.find((one) => one.id === id)
  const before = seen.get(id)
  if (network === undefined || before === undefined) throw new Error('not started')
  const client = clientOf(network)
  const { authorization, receipt, head } = before
  expect(await client.getBlockNumber()).toBe(head)
  expect(await client.getTransactionReceipt({ hash: receipt.transactionHash })).toEqual(receipt)
  expect(await client.getBlock({ blockHash: receipt.blockHash })).toMatchObject({
    number: receipt.blockNumber,
    transactions: [receipt.transactionHash],
  })
  expect(await client.getLogs({ address: network.usdc, fromBlock: receipt.blockNumber, toBlock: receipt.blockNumber })).toEqual(
    receipt.logs,
  )
  const state = { address: network.usdc, abi, functionName: 'authorizationState', args: [authorization.from, authorization.nonce] } as const
  expect(await client.readContract(state)).toBe(true)
  expect(await client.readContract({ ...state, blockNumber: head })).toBe(true)
})

test('after a restart new blocks follow the old ones, with the real time', async () => {
  await sleep(1_100)
  await world.fund(world.payer.address, '1')
  for (const network of world.networks) {
    const block = await clientOf(network).getBlock()
    expect(block.number).toBeGreaterThan(seen.get(network.id)?.head ?? 0n)
    expect(Math.abs(Number(block.timestamp) - Date.now() / 1000)).toBeLessThan(3)
  }
})
