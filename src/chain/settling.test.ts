import { encodeFunctionData, parseAbi, parseSignature } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { describe, expect, test, vi } from 'vitest'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { placeContract } from '../../sandbox/tests/place-contract.ts'
import type { Hex } from '../shared/bytes.ts'
import { type Authorization, type NetworkId, RpcRejected } from './chain.ts'
import { base, connect, declared, localChains, nobody, skale, standIn } from './local-chain.fixture.ts'
import { settlementsIn } from './settlement-logs.ts'

const gasCap = 200_000n
const { world, local, chain, rpcTo, fundedKey, authorize, signed, mined } = localChains()

describe('a simulation', () => {
  test.each([base, skale])('on %s says which transfers would succeed', async (id) => {
    const key = await fundedKey('1')
    const good = await authorize(id, key)
    const forged = { ...(await authorize(id, key)), value: 7501n }
    const expired = await authorize(id, key, { validBefore: 1000n })
    const poor = await authorize(id, generatePrivateKey())
    expect(await chain(id).simulateTransfers(nobody, [good, forged, expired, poor], gasCap)).toEqual([true, false, false, false])
    expect(await chain(id).simulateTransfers(nobody, [good], gasCap)).toEqual([true])
    expect(await chain(id).simulateTransfers(nobody, [forged], gasCap)).toEqual([false])
  })

  test('in one call sees the balance after an earlier transfer', async () => {
    const key = await fundedKey('0.01')
    const two = [await authorize(base, key), await authorize(base, key)]
    expect(await chain(base).simulateTransfers(nobody, two, gasCap)).toEqual([true, false])
  })

  test('judges windows by the next block, not by the last one of an idle chain', async () => {
    const key = await fundedKey()
    const head = await chain(base).head()
    // The clock of the node may be a second behind ours, and its blocks a second ahead of it.
    await vi.waitUntil(() => Date.now() / 1000 >= Number(head.timestamp) + 3, { timeout: 60_000 })
    const justValid = await authorize(base, key, { validAfter: head.timestamp + 1n })
    expect(await chain(base).simulateTransfers(nobody, [justValid], gasCap)).toEqual([true])
    expect(await chain(base).simulateTransfers(nobody, [justValid, await authorize(base, key)], gasCap)).toEqual([true, true])
  })

  test('uses the newest block on a node without a pending one', async () => {
    const authorization = await authorize(base, await fundedKey())
    const rpc = standIn(rpcTo(base), (method, [, at]) => {
      if (method === 'eth_call' && at === 'pending') throw new RpcRejected(-32000, 'pending state is not available')
    })
    const other = await connect(declared(base), rpc)
    expect(await other.simulateTransfers(nobody, [authorization], gasCap)).toEqual([true])
  })

  test('goes one by one when one of them burns the gas of all', async () => {
    const burner = await placeContract(local(base).rpcUrl, 'gas-burner')
    await world().fund(burner, '1')
    const poison = { ...(await authorize(base, generatePrivateKey(), { from: burner })), signature: `0x${'11'.repeat(70)}` as const }
    const honest = await Promise.all([1, 2].map(async () => authorize(base, await fundedKey())))
    expect(await chain(base).simulateTransfers(nobody, [poison, ...honest], gasCap)).toEqual([false, true, true])
  })
})

describe('sending', () => {
  const nothing = { to: nobody, data: '0x' as Hex }

  test('says how the node answered a transaction', async () => {
    const key = generatePrivateKey()
    await world().fund(privateKeyToAccount(key).address, '1')
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
      transfer: { from: authorization.from.toLowerCase(), to: world().payTo.toLowerCase(), value: 7500n },
    })
  })

  test('is cancelled when its payer cancelled it', async () => {
    const key = await fundedKey()
    const authorization = await authorize(id, key)
    const { number: fromBlock } = await chain(id).head()
    await mined(id, await signed(id, { to: local(id).usdc, data: await cancellation(id, key, authorization) }))
    expect(await chain(id).authorizationFate(authorization.from, authorization.nonce, fromBlock)).toMatchObject({ kind: 'cancelled' })
  })

  test('is unknown when its event is before the searched blocks', async () => {
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

test('a batch settles the valid transfers, and its logs show them', async () => {
  const good = [await authorize(base, await fundedKey()), await authorize(base, await fundedKey())]
  const bad = { ...(await authorize(base, await fundedKey())), value: 1n }
  const hash = await mined(base, await signed(base, chain(base).transferCall([good[0] as Authorization, bad, good[1] as Authorization])))
  const receipt = await chain(base).receipt(hash)
  if (!receipt) throw new Error('no receipt')
  expect(receipt.status).toBe('success')
  expect(settlementsIn(receipt, chain(base).network)).toMatchObject(
    good.map(({ from, nonce, value }) => ({ payer: from.toLowerCase(), nonce, to: world().payTo.toLowerCase(), value })),
  )
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
