import { describe, expect, test } from 'vitest'
import { bindingOf } from '../../../src/chain/transfer-binding.ts'
import { transferCall } from '../../../src/chain/transfer-call.ts'
import { base, keyOf, payTo, price, createChainFixture } from './chain.fixture.ts'

const stranger = payTo.replaceAll('7', '5') as typeof payTo

describe('an outsider', () => {
  test('reads an authorization from the pool and sends it first: the payee is paid, and our transaction changes nothing', async () => {
    const { chain, node, payer, authorize, settlement, mine } = createChainFixture()
    const [alice, bob] = [payer('alice'), payer('bob')]
    const sent = await settlement([authorize(alice), authorize(bob)])
    await node.send(sent.raw)
    const [seen] = chain.pool()
    expect(seen!.authorizations).toHaveLength(2)
    const hash = chain.act({ kind: 'transferWithAuthorization', from: stranger, authorization: seen!.authorizations[0]! }, { first: true })
    mine()
    expect(chain.transfersTo(payTo).map(({ transaction, from }) => [transaction, from])).toEqual([
      [hash, alice.address],
      [sent.hash, bob.address],
    ])
    expect(await node.authorizationFate(alice.address, seen!.authorizations[0]!.nonce, 0n)).toMatchObject({
      kind: 'used',
      transaction: hash,
    })
    expect(await node.transaction(hash)).toMatchObject({ from: stranger, status: 'success', transfers: [{ to: payTo, value: price }] })
  })

  test('that sends it after us pays for nothing', async () => {
    const { chain, node, payer, authorize, settlement, mine } = createChainFixture()
    const authorization = authorize(payer('alice'))
    const late = chain.act({ kind: 'transferWithAuthorization', from: stranger, authorization }, { tip: 0n })
    const sent = await settlement([authorization])
    await node.send(sent.raw)
    mine()
    expect(chain.outcomeOf(sent.hash)).toBe('success')
    expect(chain.outcomeOf(late)).toBe('reverted')
    expect(chain.outcomeOf(keyOf('unknown'))).toBeNull()
  })

  test('cancels an authorization: the nonce counts as used, and no payment was made', async () => {
    const { chain, node, payer, authorize, settlement, mine } = createChainFixture()
    const alice = payer('alice')
    const authorization = authorize(alice)
    const sent = await settlement([authorization])
    await node.send(sent.raw)
    const hash = chain.act({ kind: 'cancelAuthorization', authorizer: alice.address, nonce: authorization.nonce }, { first: true })
    mine()
    expect(await node.payerState(alice.address, authorization.nonce)).toMatchObject({ authorizationUsed: true, balance: 100_000n })
    expect(await node.authorizationFate(alice.address, authorization.nonce, 0n)).toEqual({ kind: 'cancelled', transaction: hash })
    expect(await node.receipt(sent.hash)).toMatchObject({ status: 'reverted', logs: [] })
    expect(chain.authorizationState(alice.address, authorization.nonce)).toBe('cancelled')
    const again = chain.act({ kind: 'cancelAuthorization', authorizer: alice.address, nonce: authorization.nonce })
    mine()
    expect(chain.outcomeOf(again)).toBe('reverted')
  })

  test('moves the money between our simulation and our block', async () => {
    const { chain, node, payer, authorize, settlement, mine } = createChainFixture()
    const alice = payer('alice', price)
    const authorization = authorize(alice)
    expect(await node.simulateTransfers(stranger, [authorization], 160_000n)).toEqual([true])
    const sent = await settlement([authorization])
    await node.send(sent.raw)
    chain.act({ kind: 'transfer', from: alice.address, to: stranger, value: 1n }, { first: true })
    mine()
    expect(await node.receipt(sent.hash)).toMatchObject({ status: 'reverted' })
    expect(await node.authorizationFate(alice.address, authorization.nonce, 0n)).toEqual({ kind: 'unused' })
    expect(chain.balanceOf(stranger)).toBe(1n)
  })

  test('pays with its own transaction and a memo after the call, which binds the payment', async () => {
    const { chain, node, payer, mine } = createChainFixture()
    const alice = payer('alice')
    const memo = keyOf('memo')
    const hash = chain.act({ kind: 'transfer', from: alice.address, to: payTo, value: price, tail: memo })
    mine()
    const facts = await node.transaction(hash)
    expect(facts).toMatchObject({ from: alice.address, directTransfer: { to: payTo, value: price, extraBytes: 32 }, confirmations: 1n })
    expect(bindingOf(facts!, facts!.transfers[0]!, { challengeHash: null, memo })).toBe('memo')
    expect(chain.transfersTo(payTo)).toMatchObject([{ from: alice.address, nonce: null }])
  })

  test('sends its own batch', async () => {
    const { chain, payer, authorize, mine } = createChainFixture()
    const batch = [authorize(payer('alice')), authorize(payer('bob'))]
    chain.act({ kind: 'call', from: stranger, ...transferCall(base.asset, batch) })
    mine()
    expect(chain.transfersTo(payTo).map(({ nonce }) => nonce)).toEqual(batch.map(({ nonce }) => nonce))
  })

  test('that is blacklisted can neither pay nor be paid', async () => {
    const { chain, node, payer, authorize, mine } = createChainFixture()
    const [alice, bob] = [payer('alice'), payer('bob')]
    chain.act({ kind: 'blacklist', account: alice.address })
    mine()
    const attempts = [authorize(alice), authorize(bob, { to: alice.address }), authorize(bob)]
    expect(await node.simulateTransfers(stranger, attempts, 160_000n)).toEqual([false, false, true])
    chain.act({ kind: 'unblacklist', account: alice.address })
    mine()
    expect(await node.simulateTransfers(stranger, attempts, 160_000n)).toEqual([true, true, true])
  })
})
