import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { encodeFunctionData, parseAbi, parseSignature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { delegateAccount, placeContract, placeWallet } from '../../sandbox/tests/place-contract.ts'
import { signAuthorization } from '../../sandbox/tests/sign-authorization.ts'
import { startWorld, type World, type WorldNetwork } from '../../sandbox/world.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import { type Hex, toHex } from '../shared/bytes.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { selectors } from './abi.ts'
import { type Authorization, type Chain, type Network, type NetworkId, type Rpc, RpcRejected, RpcUnreachable } from './chain.ts'
import { connectChain } from './connect-chain.ts'
import { authorizationDigest } from './eip3009.ts'
import { findNetwork } from './networks.ts'
import { type ClosableRpc, createRpc } from './rpc.ts'
import { settlementsIn } from './settlement-logs.ts'

const base: NetworkId = 'eip155:8453'
const skale: NetworkId = 'eip155:1187947933'
const gasCap = 200_000n
const sender: Hex = '0x00000000000000000000000000000000000000aa'
const directory = mkdtempSync(join(tmpdir(), 'farthing-chain-'))

let world: World
const rpcs: ClosableRpc[] = []
const chains = new Map<NetworkId, Chain>()

beforeAll(async () => {
  world = await startWorld({ directory, blockMs: 100, log: silentLog, networks: [base, skale] })
  for (const id of [base, skale]) chains.set(id, await connect(declared(id), rpcTo(id)))
})
afterAll(async () => {
  for (const rpc of rpcs) await rpc.close()
  await world?.close()
  rmSync(directory, { recursive: true, force: true })
})

function declared(id: NetworkId): Network {
  return findNetwork(id) as Network
}
function local(id: NetworkId): WorldNetwork {
  return world.networks.find((network) => network.id === id) as WorldNetwork
}
function chain(id: NetworkId): Chain {
  return chains.get(id) as Chain
}
function rpcTo(id: NetworkId): ClosableRpc {
  const rpc = createRpc({ urls: [local(id).rpcUrl], timers: systemTimers, clock: systemClock, log: silentLog, metrics: silentMetrics })
  rpcs.push(rpc)
  return rpc
}
function connect(network: Network, rpc: Rpc): Promise<Chain> {
  return connectChain({ network, rpc, clock: systemClock, timers: systemTimers, log: silentLog })
}

/** A node in front of the real one that answers some questions in its own way. */
function standIn(rpc: Rpc, answer: (method: string, params: readonly unknown[]) => unknown): Rpc {
  return {
    async call<T>(method: string, params: readonly unknown[]): Promise<T> {
      const own = await answer(method, params)
      return own === undefined ? rpc.call<T>(method, params) : (own as T)
    },
  }
}

async function fundedKey(usdc = '1'): Promise<Hex> {
  const key = generatePrivateKey()
  await world.fund(privateKeyToAccount(key).address, usdc)
  return key
}

function authorize(id: NetworkId, privateKey: Hex, wish: Partial<Parameters<typeof signAuthorization>[0]> = {}): Promise<Authorization> {
  return signAuthorization({ privateKey, network: local(id), to: world.payTo, value: 7500n, ...wish })
}

/** Signs a transaction with the world's signer. */
async function signed(id: NetworkId, call: { to: Hex; data: Hex }, options: { nonce?: number; gasPrice?: bigint; key?: Hex } = {}): Promise<Hex> {
  const account = privateKeyToAccount(options.key ?? (world.signerKeys[0] as Hex))
  const nonce = options.nonce ?? (await chain(id).accountNonce(account.address, 'pending'))
  const gasPrice = options.gasPrice ?? 2_000_000_000n
  return account.signTransaction({ type: 'legacy', chainId: local(id).chainId, ...call, nonce, gas: 2_000_000n, gasPrice })
}

async function mined(id: NetworkId, raw: Hex): Promise<Hex> {
  expect(await chain(id).send(raw)).toBe('accepted')
  const { keccak256 } = await import('viem')
  const hash = keccak256(raw)
  for (let waited = 0; waited < 100; waited++) {
    if (await chain(id).receipt(hash)) return hash
    await sleep(50)
  }
  throw new Error('not mined')
}

describe('connecting', () => {
  test('finds the declared domains good and Multicall3 where it stands', () => {
    expect(chain(base)).toMatchObject({ network: declared(base), multicall: true })
    expect(chain(skale)).toMatchObject({ network: declared(skale), multicall: false })
  })

  test('is refused by a node of another chain', async () => {
    await expect(connect(declared('eip155:1'), rpcTo(base))).rejects.toMatchObject({ name: 'NetworkRefused', reason: 'wrong_chain' })
  })

  test('is refused where no token stands', async () => {
    await expect(connect({ ...declared(base), asset: sender }, rpcTo(base))).rejects.toMatchObject({ name: 'NetworkRefused', reason: 'no_token' })
  })

  test('takes the name and version of the token itself where those sign and the declared ones do not', async () => {
    const connected = await connect({ ...declared(base), domain: { name: 'USDC', version: '1' } }, rpcTo(base))
    expect(connected.network.domain).toEqual({ name: 'USD Coin', version: '2' })
  })

  const contradicting: [string, Hex, Hex][] = [
    ['wrong_domain', selectors.domainSeparator, `0x${'ab'.repeat(32)}`],
    ['wrong_decimals', selectors.decimals, `0x${'12'.padStart(64, '0')}`],
  ]
  test.each(contradicting)('is refused with %s when the token contradicts', async (reason, selector, answer) => {
    const rpc = standIn(rpcTo(base), (method, [call]) => (method === 'eth_call' && (call as { data: Hex }).data === selector ? answer : undefined))
    await expect(connect(declared(base), rpc)).rejects.toMatchObject({ name: 'NetworkRefused', reason })
  })

  test('is no verdict when nobody answers', async () => {
    const rpc = createRpc({ urls: ['http://127.0.0.1:1'], timers: systemTimers, clock: systemClock, log: silentLog, metrics: silentMetrics })
    await expect(connect(declared(base), rpc)).rejects.toBeInstanceOf(RpcUnreachable)
  })
})

describe("a payer's state", () => {
  test('is balance, authorization and code at one block, and `fresh` sees what just happened', async () => {
    const key = await fundedKey('2')
    const authorization = await authorize(base, key)
    const before = await chain(base).payerState(authorization.from, authorization.nonce, { fresh: true })
    expect(before).toMatchObject({ balance: 2_000_000n, authorizationUsed: false, code: '0x' })
    await mined(base, await signed(base, chain(base).transferCall([authorization])))
    const after = await chain(base).payerState(authorization.from, authorization.nonce, { fresh: true })
    expect(after).toMatchObject({ balance: 1_992_500n, authorizationUsed: true })
    expect(after.block).toBeGreaterThan(before.block)
  })

  test('costs one look at the head for all who ask at once, and all are told of the same block', async () => {
    let heads = 0
    const rpc = standIn(rpcTo(base), (method) => {
      if (method === 'eth_blockNumber') heads++
    })
    const counted = await connect(declared(base), rpc)
    const states = await Promise.all(world.payers.slice(0, 5).map(({ address }) => counted.payerState(address, `0x${'00'.repeat(32)}`)))
    expect(heads).toBe(1)
    expect(new Set(states.map(({ block }) => block)).size).toBe(1)
  })

  test('waits a moment for a node that does not have the block yet', async () => {
    let late = true
    const rpc = standIn(rpcTo(base), (method, [, at]) => {
      if (method !== 'eth_call' || at === 'latest' || !late) return undefined
      late = false
      throw new RpcRejected(-32000, 'header not found')
    })
    const lagging = await connect(declared(base), rpc)
    expect((await lagging.payerState(world.payer.address, `0x${'00'.repeat(32)}`)).balance).toBeGreaterThan(0n)
  })

  test('is nobody’s guess when the node answers junk', async () => {
    const rpc = standIn(rpcTo(base), (method, [, at]) => (method === 'eth_call' && at !== 'latest' ? '0x' : undefined))
    const broken = await connect(declared(base), rpc)
    await expect(broken.payerState(world.payer.address, `0x${'00'.repeat(32)}`)).rejects.toBeInstanceOf(RpcUnreachable)
  })
})

describe('a simulation', () => {
  test.each([base, skale])('on %s tells which transfers would succeed', async (id) => {
    const key = await fundedKey('1')
    const good = await authorize(id, key)
    const forged = { ...(await authorize(id, key)), value: 7501n }
    const expired = await authorize(id, key, { validBefore: 1000n })
    const poor = await authorize(id, generatePrivateKey())
    expect(await chain(id).simulateTransfers(sender, [good, forged, expired, poor], gasCap)).toEqual([true, false, false, false])
    expect(await chain(id).simulateTransfers(sender, [good], gasCap)).toEqual([true])
    expect(await chain(id).simulateTransfers(sender, [forged], gasCap)).toEqual([false])
  })

  test('in one call sees what an earlier transfer left of the balance', async () => {
    const key = await fundedKey('0.01')
    const two = [await authorize(base, key), await authorize(base, key)]
    expect(await chain(base).simulateTransfers(sender, two, gasCap)).toEqual([true, false])
  })

  test('judges windows by the next block, not by the last one of an idle chain', async () => {
    const key = await fundedKey()
    const head = await chain(base).head()
    await sleep(2100)
    const justValid = await authorize(base, key, { validAfter: BigInt(Math.floor(Date.now() / 1000)) - 1n })
    expect(justValid.validAfter).toBeGreaterThan(head.timestamp)
    expect(await chain(base).simulateTransfers(sender, [justValid], gasCap)).toEqual([true])
    expect(await chain(base).simulateTransfers(sender, [justValid, await authorize(base, key)], gasCap)).toEqual([true, true])
  })

  test('looks at the newest block on a node that knows no pending one', async () => {
    const authorization = await authorize(base, await fundedKey())
    const rpc = standIn(rpcTo(base), (method, [, at]) => {
      if (method === 'eth_call' && at === 'pending') throw new RpcRejected(-32000, 'pending state is not available')
    })
    const other = await connect(declared(base), rpc)
    expect(await other.simulateTransfers(sender, [authorization], gasCap)).toEqual([true])
  })

  test('goes one by one when one of them burns the gas of all', async () => {
    const burner = await placeContract(local(base).rpcUrl, 'gas-burner')
    await world.fund(burner, '1')
    const poison = { ...(await authorize(base, generatePrivateKey(), { from: burner })), signature: `0x${'11'.repeat(70)}` as Hex }
    const honest = await Promise.all([1, 2].map(async () => authorize(base, await fundedKey())))
    const outcome = await chain(base).simulateTransfers(sender, [poison, ...honest], gasCap)
    expect(outcome[0]).toBe(false)
  })
})

describe('sending', () => {
  const nothing = { to: sender, data: '0x' as Hex }

  test('says what the node thinks of a transaction', async () => {
    const key = generatePrivateKey()
    await world.fund(privateKeyToAccount(key).address, '1')
    const ahead = { key, nonce: 1 }
    const waiting = await signed(base, nothing, ahead)
    expect(await chain(base).send(waiting)).toBe('accepted')
    expect(await chain(base).send(waiting)).toBe('already_known')
    expect(await chain(base).send(await signed(base, { ...nothing, data: '0x01' }, ahead))).toBe('underpriced')
    await mined(base, await signed(base, nothing, { key, nonce: 0 }))
    expect(await chain(base).send(await signed(base, { ...nothing, data: '0x02' }, { key, nonce: 0 }))).toBe('nonce_too_low')
    expect(await chain(base).send(await signed(base, nothing, { key: generatePrivateKey(), nonce: 0 }))).toBe('no_gas_money')
    expect(await chain(base).send('0x0102')).toBe('rejected')
  })
})

describe.each([base, skale])('the fate of an authorization on %s', (id) => {
  test('is unused until it is settled, and then names the transfer', async () => {
    const authorization = await authorize(id, await fundedKey())
    const { number: fromBlock } = await chain(id).head()
    expect(await chain(id).authorizationFate(authorization.from, authorization.nonce, fromBlock)).toEqual({ kind: 'unused' })

    const hash = await mined(id, await signed(id, chain(id).transferCall([authorization])))
    const receipt = await chain(id).receipt(hash)
    const fate = await chain(id).authorizationFate(authorization.from, authorization.nonce, fromBlock)
    expect(fate).toMatchObject({
      kind: 'used',
      transaction: hash,
      blockNumber: receipt?.blockNumber,
      blockHash: receipt?.blockHash,
      transfer: { from: authorization.from.toLowerCase(), to: world.payTo.toLowerCase(), value: 7500n },
    })
  })

  test('is cancelled when its payer cancelled it', async () => {
    const key = await fundedKey()
    const authorization = await authorize(id, key)
    const { number: fromBlock } = await chain(id).head()
    await mined(id, await signed(id, { to: local(id).usdc, data: await cancellation(id, key, authorization) }))
    expect(await chain(id).authorizationFate(authorization.from, authorization.nonce, fromBlock)).toMatchObject({ kind: 'cancelled' })
  })

  test('is unknown when its event lies before the blocks that are searched', async () => {
    const authorization = await authorize(id, await fundedKey())
    await mined(id, await signed(id, chain(id).transferCall([authorization])))
    await nodeRpc(local(id).rpcUrl).call('evm_mine')
    const { number } = await chain(id).head()
    expect(await chain(id).authorizationFate(authorization.from, authorization.nonce, number)).toEqual({ kind: 'unknown' })
  })
})

test('events are found on a node that searches only a few blocks at once', async () => {
  const authorization = await authorize(base, await fundedKey())
  await mined(base, await signed(base, chain(base).transferCall([authorization])))
  const ranges: bigint[] = []
  const rpc = standIn(rpcTo(base), async (method, [filter]) => {
    if (method !== 'eth_getLogs') return
    const { fromBlock, toBlock } = filter as { fromBlock: Hex; toBlock: Hex | 'latest' }
    const to = toBlock === 'latest' ? (await chain(base).head()).number : BigInt(toBlock)
    ranges.push(to - BigInt(fromBlock) + 1n)
    if (to - BigInt(fromBlock) >= 3n) throw new RpcRejected(-32005, 'query returned more than 10000 results')
  })
  const strict = await connect(declared(base), rpc)
  expect(await strict.authorizationFate(authorization.from, authorization.nonce, 0n)).toMatchObject({ kind: 'used' })
  expect(ranges.some((range) => range > 3n)).toBe(true)
})

test('a batch settles what holds, and its logs say what was settled', async () => {
  const good = [await authorize(base, await fundedKey()), await authorize(base, await fundedKey())]
  const bad = { ...(await authorize(base, await fundedKey())), value: 1n }
  const hash = await mined(base, await signed(base, chain(base).transferCall([good[0] as Authorization, bad, good[1] as Authorization])))
  const receipt = await chain(base).receipt(hash)
  if (!receipt) throw new Error('no receipt')
  expect(receipt.status).toBe('success')
  expect(settlementsIn(receipt, chain(base).network)).toMatchObject(
    good.map(({ from, nonce, value }) => ({ payer: from.toLowerCase(), nonce, to: world.payTo.toLowerCase(), value })),
  )
})

describe('a contract wallet', () => {
  async function digestAndSignature(key: Hex, from: Hex) {
    const authorization = await authorize(base, key, { from })
    return { digest: toHex(authorizationDigest(chain(base).network, authorization)), signature: authorization.signature }
  }

  test("accepts its owner's signature and no other", async () => {
    const [owner, stranger] = [generatePrivateKey(), generatePrivateKey()]
    const wallet = await placeWallet(local(base).rpcUrl, privateKeyToAccount(owner).address)
    const mine = await digestAndSignature(owner, wallet)
    const theirs = await digestAndSignature(stranger, wallet)
    expect(await chain(base).contractAccepts(wallet, mine.digest, mine.signature)).toBe(true)
    expect(await chain(base).contractAccepts(wallet, theirs.digest, theirs.signature)).toBe(false)
    expect(await chain(base).contractAccepts(wallet, theirs.digest, mine.signature)).toBe(false)
  })

  test('may be an account with delegated code', async () => {
    const owner = generatePrivateKey()
    const account = privateKeyToAccount(owner).address
    const implementation = await placeWallet(local(base).rpcUrl, account)
    await delegateAccount(local(base).rpcUrl, account, implementation)
    const { digest, signature } = await digestAndSignature(owner, account)
    expect((await chain(base).payerState(account, `0x${'00'.repeat(32)}`, { fresh: true })).code).toMatch(/^0xef0100/)
    // Its own storage names no owner, so the code that it points at refuses even its own key.
    expect(await chain(base).contractAccepts(account, digest, signature)).toBe(false)
  })

  test('accepts nothing when it is none, answers something else, or burns all gas', async () => {
    const { digest, signature } = await digestAndSignature(generatePrivateKey(), sender)
    const burner = await placeContract(local(base).rpcUrl, 'gas-burner')
    for (const address of [sender, local(base).usdc, burner]) {
      expect(await chain(base).contractAccepts(address, digest, signature)).toBe(false)
    }
  })
})

test('blocks, codes, fees and accounts read as the node has them', async () => {
  const head = await chain(base).head()
  expect(await chain(base).block(head.number)).toEqual(head)
  expect(await chain(base).block(head.number + 1000n)).toBeNull()
  expect(head.baseFee).toBeGreaterThan(0n)
  expect(await chain(base).finalBlock()).toBeLessThanOrEqual(head.number)
  expect(await chain(skale).finalBlock()).toBe((await chain(skale).head()).number)
  const [token, nobody] = await chain(base).codes([local(base).usdc, sender])
  expect(token?.length).toBeGreaterThan(2)
  expect(nobody).toBe('0x')
  expect(await chain(base).suggestFees()).toMatchObject({ kind: 'eip1559' })
  expect(await chain(skale).suggestFees()).toMatchObject({ kind: 'legacy' })
  expect((await chain(skale).head()).baseFee).toBeNull()
  expect(await chain(base).accountBalance(sender)).toBe(0n)
  expect(await chain(base).accountNonce(sender, 'latest')).toBe(0)
  expect(await chain(base).receipt(`0x${'ab'.repeat(32)}`)).toBeNull()
})

const cancelAbi = parseAbi(['function cancelAuthorization(address authorizer, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)'])

async function cancellation(id: NetworkId, key: Hex, { from, nonce }: Authorization): Promise<Hex> {
  const { name, version, chainId, usdc } = local(id)
  const signature = await privateKeyToAccount(key).signTypedData({
    domain: { name, version, chainId, verifyingContract: usdc },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: from, nonce },
  })
  const { r, s, v } = parseSignature(signature)
  return encodeFunctionData({ abi: cancelAbi, functionName: 'cancelAuthorization', args: [from, nonce, Number(v), r, s] })
}
