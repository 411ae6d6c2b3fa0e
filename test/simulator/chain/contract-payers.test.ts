import { describe, expect, test } from 'vitest'
import { authorizationDigest } from '../../../src/chain/eip3009.ts'
import { settlementsIn } from '../../../src/chain/settlement-logs.ts'
import { type Hex, toHex } from '../../../src/shared/bytes.ts'
import { base, payTo, price, spoilt, createChainFixture } from './chain.fixture.ts'
import type { ContractKind } from './contract-kind.ts'

const gasAlone = 500_000n

async function withContract(contract: ContractKind) {
  const all = createChainFixture()
  const { chain, mine, payer } = all
  const alice = payer('alice')
  chain.act({ kind: 'setCode', account: alice.address, contract })
  mine()
  return { ...all, alice, others: ['bob', 'carol', 'dave'].map((name) => payer(name)) }
}

describe('a payer with code', () => {
  test('that accepts everything can be settled with any signature', async () => {
    const { chain, node, alice, authorize, settlement, mine } = await withContract('accepts')
    const authorization = { ...authorize(alice), signature: '0x1234' as Hex }
    expect(await node.contractAccepts(alice.address, toHex(authorizationDigest(base, authorization)), '0x1234')).toBe(true)
    expect(await node.simulateTransfers(payTo, [authorization], gasAlone)).toEqual([true])
    await node.send((await settlement([authorization])).raw)
    mine()
    expect(chain.balanceOf(payTo)).toBe(price)
    expect(await node.codes([alice.address, payTo])).toEqual([expect.stringMatching(/^0xef0100[0-9a-f]{40}$/), '0x'])
  })

  test('that refuses cannot be settled even with the signature of its key', async () => {
    const { node, alice, authorize } = await withContract('refuses')
    const authorization = authorize(alice)
    expect(await node.contractAccepts(alice.address, toHex(authorizationDigest(base, authorization)), authorization.signature)).toBe(false)
    expect(await node.simulateTransfers(payTo, [authorization], gasAlone)).toEqual([false])
  })

  test('that has an owner accepts the signature of the owner', async () => {
    const { chain, node, alice, others, authorize, mine } = await withContract('refuses')
    const [bob] = others
    chain.act({ kind: 'setCode', account: alice.address, contract: { kind: 'owned-by', owner: bob!.address } })
    mine()
    const signed = authorize(bob!, { from: alice.address })
    const digest = toHex(authorizationDigest(base, signed))
    expect(await node.contractAccepts(alice.address, digest, signed.signature)).toBe(true)
    expect(await node.contractAccepts(alice.address, digest, spoilt(signed, 'high s').signature)).toBe(false)
    expect(await node.simulateTransfers(payTo, [signed, authorize(alice)], gasAlone)).toEqual([true, false])
  })

  test('that accepts until a block and refuses from then on', async () => {
    const { chain, node, alice, authorize, settlement, mine } = await withContract({ kind: 'accepts-until', block: 3n })
    const [early, late] = [authorize(alice), authorize(alice)]
    await node.send((await settlement([early])).raw)
    expect(mine().number).toBe(2n)
    expect(await node.simulateTransfers(payTo, [late], gasAlone)).toEqual([false])
    const sent = await settlement([late])
    await node.send(sent.raw)
    mine()
    expect(chain.outcomeOf(sent.hash)).toBe('reverted')
    expect(chain.balanceOf(payTo)).toBe(price)
  })

  test('that burns gas fails every simulation and does not change what the others get', async () => {
    const { node, alice, others, authorize } = await withContract('burns-gas')
    const batch = [alice, ...others].map((payer) => authorize(payer))
    expect(await node.contractAccepts(alice.address, toHex(authorizationDigest(base, batch[0]!)), batch[0]!.signature)).toBe(false)
    expect(await node.simulateTransfers(payTo, batch, 156_000n)).toEqual([false, true, true, true])
  })

  test('that accepts only while gas costs nothing is unmasked by real fees', async () => {
    const { node, alice, others, authorize, signer } = await withContract('two-faced')
    const authorization = authorize(alice)
    const fees = await node.suggestFees()
    expect(await node.simulateTransfers(signer.address, [authorization], gasAlone)).toEqual([true])
    expect(await node.simulateTransfers(signer.address, [authorization], gasAlone, fees)).toEqual([false])
    expect(await node.estimateTransfer(signer.address, authorization, gasAlone, fees)).toBeNull()
    expect(await node.estimateTransfer(signer.address, authorize(others[0]!), gasAlone, fees)).toBeGreaterThan(80_000n)
    // A node does not try for a sender who can't pay, and that says nothing about the contract.
    await expect(node.estimateTransfer(payTo, authorization, gasAlone, fees)).rejects.toThrow(/gas required exceeds allowance/)
    await expect(node.simulateTransfers(payTo, [authorization], gasAlone, fees)).rejects.toThrow(/insufficient funds/)
  })

  test('that is dear is settled, and takes what it was estimated to take', async () => {
    const { chain, node, alice, authorize, settlement, mine, signer } = await withContract('dear')
    const authorization = authorize(alice)
    const gas = (await node.estimateTransfer(signer.address, authorization, gasAlone, await node.suggestFees()))!
    expect(gas).toBeGreaterThan(400_000n)
    const sent = await settlement([authorization], { gas })
    await node.send(sent.raw)
    mine()
    expect(chain.outcomeOf(sent.hash)).toBe('success')
  })

  test('that burns gas only in blocks passes every simulation and then makes all later ones in the batch fail, within the gas limit', async () => {
    const { chain, node, alice, others, authorize, settlement, mine, signer } = await withContract('burns-gas-in-blocks')
    const batch = [alice, ...others].map((payer) => authorize(payer))
    expect(await node.simulateTransfers(payTo, batch, 156_000n)).toEqual([true, true, true, true])
    const together = await settlement(batch, { gas: 354_000n })
    const alone = await settlement([batch[0]!], { nonce: 1, gas: gasAlone })
    await node.send(together.raw)
    await node.send(alone.raw)
    mine()
    expect(await node.receipt(together.hash)).toMatchObject({ status: 'reverted', logs: [], gasUsed: 354_000n })
    const { status, gasUsed } = (await node.receipt(alone.hash))!
    expect(status).toBe('reverted')
    expect(gasUsed).toBeGreaterThan((gasAlone * 9n) / 10n)
    expect(gasUsed).toBeLessThanOrEqual(gasAlone)
    expect(await node.accountNonce(signer.address, 'latest')).toBe(2)
    expect(chain.balanceOf(payTo)).toBe(0n)
  })

  test('that got its code after the batch was sent burns what the others need; without it the same batch is settled', async () => {
    const { chain, node, payer, authorize, settlement, mine } = createChainFixture()
    const payers = ['alice', 'bob', 'carol', 'dave'].map((name) => payer(name))
    const batch = payers.map((one) => authorize(one))
    const first = await settlement(batch, { gas: 354_000n })
    await node.send(first.raw)
    chain.act({ kind: 'setCode', account: payers[1]!.address, contract: 'burns-gas' }, { first: true })
    mine()
    expect(chain.outcomeOf(first.hash)).toBe('reverted')
    const rest = batch.filter(({ from }) => from !== payers[1]!.address)
    const second = await settlement(rest, { gas: 288_000n })
    await node.send(second.raw)
    mine()
    expect(settlementsIn((await node.receipt(second.hash))!, base)).toHaveLength(3)
    // And plain again.
    chain.act({ kind: 'setCode', account: payers[1]!.address, contract: null })
    mine()
    expect(await node.simulateTransfers(payTo, batch, 156_000n)).toEqual([false, true, false, false])
  })
})
