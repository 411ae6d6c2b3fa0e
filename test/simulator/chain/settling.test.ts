import { describe, expect, test } from 'vitest'
import { settlementsIn } from '../../../src/chain/settlement-logs.ts'
import { base, payTo, price, skale, createChainFixture } from './chain.fixture.ts'

describe.each([base, skale])('on $name', (network) => {
  test('an authorization sent alone pays the payee in the next block', async () => {
    const { chain, node, payer, authorize, settlement, mine } = createChainFixture({ network })
    const alice = payer('alice')
    const authorization = authorize(alice)
    const { raw, hash } = await settlement([authorization])
    expect(await node.simulateTransfers(alice.address, [authorization], 160_000n)).toEqual([true])
    expect(await node.send(raw)).toBe('accepted')
    expect(await node.receipt(hash)).toBeNull()
    mine()
    const receipt = await node.receipt(hash)
    expect(receipt).toMatchObject({ status: 'success', blockNumber: 1n, blockHash: chain.head().hash })
    expect(settlementsIn(receipt!, network)).toMatchObject([{ payer: alice.address, nonce: authorization.nonce, to: payTo, value: price }])
    expect(chain.balanceOf(payTo)).toBe(price)
    expect(await node.payerState(alice.address, authorization.nonce)).toMatchObject({ balance: 100_000n - price, authorizationUsed: true })
    expect(await node.authorizationFate(alice.address, authorization.nonce, 0n)).toMatchObject({
      kind: 'used',
      transaction: hash,
      transfer: { to: payTo, value: price, from: alice.address },
    })
    expect(await node.transaction(hash)).toMatchObject({ hash, confirmations: 1n, transfers: [{ to: payTo, value: price }] })
  })
})

test('in a batch the valid authorizations are settled and the others change nothing', async () => {
  const { chain, node, payer, authorize, settlement, mine } = createChainFixture()
  const [alice, bob, poor] = [payer('alice'), payer('bob'), payer('poor', price)]
  const offerId = authorize(alice)
  const batch = [offerId, offerId, authorize(bob, { validBefore: 1n }), authorize(bob), authorize(poor), authorize(poor)]
  const { raw, hash } = await settlement(batch)
  await node.send(raw)
  mine()
  const receipt = await node.receipt(hash)
  expect(receipt?.status).toBe('success')
  expect(settlementsIn(receipt!, base).map(({ nonce }) => nonce)).toEqual([batch[0], batch[3], batch[4]].map((one) => one!.nonce))
  expect(chain.balanceOf(payTo)).toBe(3n * price)
  expect(await node.simulateTransfers(alice.address, batch, 160_000n)).toEqual([false, false, false, false, false, false])
})

test('the time of the block decides whether an authorization is in its window, both ends excluded', async () => {
  const { chain, node, payer, authorize, settlement } = createChainFixture()
  const alice = payer('alice')
  const from = chain.head().timestamp + 10n
  const settledAt = async (timestamp: bigint) => {
    const { raw, hash } = await settlement([authorize(alice, { validAfter: from, validBefore: from + 5n })])
    await node.send(raw)
    chain.mine(timestamp)
    return chain.outcomeOf(hash)
  }
  expect(await settledAt(from)).toBe('reverted')
  expect(await settledAt(from + 1n)).toBe('success')
  expect(await settledAt(from + 4n)).toBe('success')
  expect(await settledAt(from + 5n)).toBe('reverted')
})

test('a simulation uses the present time, however old the newest block is', async () => {
  let now = 0n
  const { chain, node, payer, authorize, signer } = createChainFixture({ now: () => now })
  const from = chain.head().timestamp + 10n
  const authorization = authorize(payer('alice'), { validAfter: from, validBefore: from + 5n })
  const passesAt = async (timestamp: bigint) => {
    now = timestamp
    return (await node.simulateTransfers(signer.address, [authorization], 160_000n))[0]
  }
  expect(await passesAt(from)).toBe(false)
  expect(await passesAt(from + 1n)).toBe(true)
  expect(await passesAt(from + 5n)).toBe(false)
  // A block is never older than its parent, whatever the clock says.
  expect(await passesAt(0n)).toBe(false)
  expect(chain.mine(5n).timestamp).toBe(from - 10n)
})

test('a transaction that runs out of gas is in a block, has used its nonce and is paid for', async () => {
  const { chain, node, payer, authorize, settlement, mine, signer } = createChainFixture()
  const authorization = authorize(payer('alice'))
  const { raw, hash } = await settlement([authorization], { gas: 70_000n })
  await node.send(raw)
  mine()
  const receipt = (await node.receipt(hash))!
  expect(receipt).toMatchObject({ status: 'reverted', logs: [] })
  expect(await node.accountNonce(signer.address, 'latest')).toBe(1)
  expect(await node.accountBalance(signer.address)).toBe(10n ** 18n - receipt.gasUsed * receipt.effectiveGasPrice)
  expect(await node.authorizationFate(authorization.from, authorization.nonce, 0n)).toEqual({ kind: 'unused' })
  expect(chain.balanceOf(payTo)).toBe(0n)
})

test('a transfer of nothing to oneself uses the minimum gas', async () => {
  const { chain, node, signer, mine } = createChainFixture()
  const filler = { chainId: base.chainId, nonce: 0, to: signer.address, data: '0x' as const, value: 0n, gas: 21_000n }
  const { raw, hash } = await signer.sign({ ...filler, fees: await node.suggestFees() })
  expect(await node.send(raw)).toBe('accepted')
  mine()
  expect(await node.receipt(hash)).toMatchObject({ status: 'success', gasUsed: 21_000n })
  expect(chain.minedTransactionsOf(signer.address).hashes).toEqual([hash])
})
