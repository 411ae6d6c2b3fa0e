import { describe, expect, test } from 'vitest'
import { payTo, price, skale, createChainFixture } from './chain.fixture.ts'

/** A chain on which Alice's payment is in block 2 of 3. */
async function settled() {
  const all = createChainFixture()
  const { chain, node, payer, authorize, settlement, mine } = all
  mine()
  const alice = payer('alice')
  const authorization = authorize(alice)
  const sent = await settlement([authorization])
  await node.send(sent.raw)
  const block = mine()
  const newest = mine()
  const fate = () => node.authorizationFate(alice.address, authorization.nonce, 0n)
  expect(chain.balanceOf(payTo)).toBe(price)
  return { ...all, alice, authorization, sent, block, newest, fate }
}

describe('a reorganisation', () => {
  test('undoes what its blocks did, and the nodes forget lost transactions', async () => {
    const { chain, node, alice, authorization, sent, signer, fate, mine } = await settled()
    const paid = await node.accountBalance(signer.address)
    chain.reorganise(2, { transactions: 'lost' })
    expect((await node.head()).number).toBe(1n)
    expect(await node.block(2n)).toBeNull()
    expect(await node.receipt(sent.hash)).toBeNull()
    expect(await node.transaction(sent.hash)).toBeNull()
    expect(await node.payerState(alice.address, authorization.nonce)).toMatchObject({ balance: 100_000n, authorizationUsed: false })
    expect(await fate()).toEqual({ kind: 'unused' })
    expect(await node.accountNonce(signer.address, 'pending')).toBe(0)
    expect(await node.accountBalance(signer.address)).toBeGreaterThan(paid)
    expect(chain.transfersTo(payTo)).toEqual([])
    mine()
    expect(chain.balanceOf(payTo)).toBe(0n)
    // The same bytes again.
    expect(await node.send(sent.raw)).toBe('accepted')
    mine()
    expect(await fate()).toMatchObject({ kind: 'used', blockNumber: 3n, transaction: sent.hash })
  })

  test('may put transactions back into the pool, so that another block contains them', async () => {
    const { chain, node, sent, block, fate, mine } = await settled()
    chain.reorganise(2, { transactions: 'to-pool' })
    expect(chain.pool().map(({ hash }) => hash)).toEqual([sent.hash])
    expect(await node.send(sent.raw)).toBe('already_known')
    const again = mine()
    expect(again.number).toBe(block.number)
    expect(again.hash).not.toBe(block.hash)
    expect(await fate()).toMatchObject({ kind: 'used', blockHash: again.hash })
    expect(chain.transfersTo(payTo)).toMatchObject([{ transaction: sent.hash, value: price, blockNumber: again.number }])
  })

  test('may replace its blocks immediately, so that the chain does not get shorter', async () => {
    const { chain, node, sent, newest } = await settled()
    chain.reorganise(2, { transactions: 'to-pool', replace: 'empty' })
    expect(chain.head()).toMatchObject({ number: newest.number, timestamp: newest.timestamp })
    expect(chain.head().hash).not.toBe(newest.hash)
    expect(await node.receipt(sent.hash)).toBeNull()
    chain.reorganise(1, { transactions: 'lost', replace: 'mined' })
    expect(await node.receipt(sent.hash)).toMatchObject({ blockNumber: newest.number })
  })

  test('may lose some transactions and keep others', async () => {
    const { chain, node, alice, authorize, settlement, mine, sent } = await settled()
    const other = await settlement([authorize(alice)])
    await node.send(other.raw)
    mine()
    chain.reorganise(3, { transactions: (hash) => hash === other.hash })
    expect(chain.pool().map(({ hash }) => hash)).toEqual([other.hash])
    // It waits for the account nonce that was lost.
    mine()
    expect(await node.receipt(other.hash)).toBeNull()
    await node.send(sent.raw)
    mine()
    expect(chain.balanceOf(payTo)).toBe(2n * price)
  })

  test('restores the code, the authorization and the blacklist that its blocks had changed', async () => {
    const { chain, node, alice, authorize, mine } = await settled()
    const open = authorize(alice)
    chain.act({ kind: 'setCode', account: alice.address, contract: 'refuses' })
    chain.act({ kind: 'cancelAuthorization', authorizer: alice.address, nonce: open.nonce })
    mine()
    expect(await node.codes([alice.address])).not.toEqual(['0x'])
    expect(chain.authorizationState(alice.address, open.nonce)).toBe('cancelled')
    chain.reorganise(1, { transactions: 'lost' })
    expect(await node.codes([alice.address])).toEqual(['0x'])
    expect(chain.authorizationState(alice.address, open.nonce)).toBe('unused')
  })

  test('never removes a final block', async () => {
    const { chain, node, mine } = await settled()
    chain.setFinalityDepth(2)
    mine()
    expect(await node.finalBlock()).toBe(2n)
    expect(chain.reorganisable()).toBe(2)
    expect(() => chain.reorganise(3, { transactions: 'lost' })).toThrow(RangeError)
    chain.reorganise(2, { transactions: 'lost' })
    mine()
    // What was final stays so.
    expect(await node.finalBlock()).toBe(2n)
    const instant = createChainFixture({ network: skale })
    instant.mine()
    expect(await instant.node.finalBlock()).toBe(1n)
    expect(instant.chain.reorganisable()).toBe(0)
  })

  test('does not remove funds given outside of blocks', async () => {
    const { chain, alice } = await settled()
    chain.fund(alice.address, 5n)
    chain.reorganise(2, { transactions: 'lost' })
    expect(chain.balanceOf(alice.address)).toBe(100_005n)
  })
})

describe('a node that is behind', () => {
  test('answers with the state of its own newest block', async () => {
    const { chain, alice, authorization, sent, signer, newest } = await settled()
    let blocks = 2
    const late = chain.node({ behind: () => blocks })
    expect((await late.head()).number).toBe(newest.number - 2n)
    expect(await late.block(newest.number)).toBeNull()
    expect(await late.receipt(sent.hash)).toBeNull()
    expect(await late.payerState(alice.address, authorization.nonce)).toMatchObject({
      block: 1n,
      balance: 100_000n,
      authorizationUsed: false,
    })
    expect(await late.authorizationFate(alice.address, authorization.nonce, 0n)).toEqual({ kind: 'unused' })
    expect(await late.simulateTransfers(signer.address, [authorization], 160_000n)).toEqual([true])
    expect(await late.accountNonce(signer.address, 'latest')).toBe(0)
    // It takes what was mined already, and then forgets it.
    expect(await late.send(sent.raw)).toBe('accepted')
    expect(chain.pool()).toEqual([])
    blocks = 1
    expect(await late.receipt(sent.hash)).toMatchObject({ status: 'success' })
    expect(await late.transaction(sent.hash)).toMatchObject({ confirmations: 1n })
    blocks = 99
    expect((await late.head()).number).toBe(0n)
  })

  test('may be on a branch that the other nodes have left', async () => {
    const { chain, alice, authorization, sent, newest, mine } = await settled()
    let on: typeof newest.hash | null = newest.hash
    const stuck = chain.node({ standsOn: () => on })
    chain.reorganise(2, { transactions: 'lost', replace: 'empty' })
    mine()
    expect(await stuck.head()).toEqual(newest)
    expect(await stuck.receipt(sent.hash)).toMatchObject({ blockNumber: 2n })
    expect(await stuck.authorizationFate(alice.address, authorization.nonce, 0n)).toMatchObject({ kind: 'used' })
    expect(await stuck.transaction(sent.hash)).toMatchObject({ confirmations: 2n })
    on = null
    expect((await stuck.head()).number).toBe(4n)
    expect(await stuck.receipt(sent.hash)).toBeNull()
  })

  test('finds an authorization only by events in the requested blocks', async () => {
    const { chain, node, alice, authorization, mine, block } = await settled()
    const fate = (from: bigint) => node.authorizationFate(alice.address, authorization.nonce, from)
    expect(await fate(block.number)).toMatchObject({ kind: 'used' })
    expect(await fate(block.number + 1n)).toEqual({ kind: 'unknown' })
    mine()
    expect(chain.head().number).toBe(4n)
    // From beyond its head it searches its head.
    expect(await fate(99n)).toEqual({ kind: 'unknown' })
  })
})
