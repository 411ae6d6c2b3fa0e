import { describe, expect, test } from 'vitest'
import { settlementsIn } from '../../../src/chain/settlement-logs.ts'
import { base, payTo, price, skale, stage } from './chain.fixture.ts'

describe.each([base, skale])('on $name', (network) => {
  test('an authorization that was sent alone pays the payee in the next block', async () => {
    const { chain, node, payer, authorize, settlement, mine } = stage({ network })
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

test('in a batch the good ones are settled and the others leave no trace', async () => {
  const { chain, node, payer, authorize, settlement, mine } = stage()
  const [alice, bob, poor] = [payer('alice'), payer('bob'), payer('poor', price)]
  const good = authorize(alice)
  const batch = [good, good, authorize(bob, { validBefore: 1n }), authorize(bob), authorize(poor), authorize(poor)]
  const { raw, hash } = await settlement(batch)
  await node.send(raw)
  mine()
  const receipt = await node.receipt(hash)
  expect(receipt?.status).toBe('success')
  expect(settlementsIn(receipt!, base).map(({ nonce }) => nonce)).toEqual([batch[0], batch[3], batch[4]].map((one) => one!.nonce))
  expect(chain.balanceOf(payTo)).toBe(3n * price)
  expect(await node.simulateTransfers(alice.address, batch, 160_000n)).toEqual([false, false, false, false, false, false])
})
