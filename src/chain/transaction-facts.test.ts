import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { concatHex, encodeFunctionData, keccak256, parseAbi } from 'viem'
import { describe, expect, test, vi } from 'vitest'
import { compiledContract } from '../../sandbox/contracts/compiled-contract.ts'
import { nodeRpc } from '../../sandbox/chains/node-rpc.ts'
import { placeContract } from '../../sandbox/tests/place-contract.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Authorization, NetworkId, TransactionFacts, TransferFact } from './chain.ts'
import { transfersTo } from './find-transfer.ts'
import { base, localChains, nobody, skale } from './local-chain.fixture.ts'
import { aggregate3Element, encodeAggregate3, multicall3 } from './multicall.ts'
import { bindingOf } from './transfer-binding.ts'

const price = 7500n
const memo: Hex = `0xef1ed71201${'5a'.repeat(27)}`
const challengeHash: Hex = `0x${'C4'.repeat(32)}`
const usdc = parseAbi([
  'function transfer(address to, uint256 value)',
  'function transferFrom(address from, address to, uint256 value)',
  'function approve(address spender, uint256 value)',
])

const { world, local, chain, fundedKey, authorize, signed, mined } = localChains()

const payTo = () => world().payTo
const lower = (address: Hex) => address.toLowerCase() as Hex
const transferData = (to: Hex, value: bigint) => encodeFunctionData({ abi: usdc, functionName: 'transfer', args: [to, value] })
const pullData = (from: Hex, to: Hex, value: bigint) =>
  encodeFunctionData({ abi: usdc, functionName: 'transferFrom', args: [from, to, value] })
const settlementData = (authorization: Authorization) => chain(base).transferCall([authorization]).data

/** Sends a call from this key and tells what the chain says of it. */
async function sent(id: NetworkId, key: Hex, call: { to: Hex; data: Hex }): Promise<TransactionFacts> {
  const hash = await mined(id, await signed(id, call, { key }))
  // The node tells the receipt a moment before the block when it mines just now.
  return vi.waitUntil(() => chain(id).transaction(hash), { timeout: 20_000, interval: 20 })
}

function onToken(id: NetworkId, key: Hex, data: Hex): Promise<TransactionFacts> {
  return sent(id, key, { to: local(id).usdc, data })
}

function together(key: Hex, calls: readonly Hex[], suffix: Hex = '0x'): Promise<TransactionFacts> {
  const data = encodeAggregate3(calls.map((data) => aggregate3Element(local(base).usdc, data)))
  return sent(base, key, { to: multicall3, data: concatHex([data, suffix]) })
}

/** A payer whose money Multicall3 may move, as payers of swaps and bridges do. */
async function trustingKey(): Promise<Hex> {
  const key = await fundedKey()
  await onToken(base, key, encodeFunctionData({ abi: usdc, functionName: 'approve', args: [multicall3, 10n ** 12n] }))
  return key
}

const paid = (facts: TransactionFacts) => transfersTo(facts, payTo(), price)
const bindings = (facts: TransactionFacts) => facts.transfers.map((one) => bindingOf(facts, one, { challengeHash, memo }))

describe.each([base, skale])('a transfer on %s', (id) => {
  test('is returned with its block, its payer and its payee', async () => {
    const key = await fundedKey()
    const facts = await onToken(id, key, transferData(payTo(), price))
    const receipt = await chain(id).receipt(facts.hash)
    const block = await chain(id).block(facts.blockNumber)
    const payer = lower(privateKeyToAddress(key))
    expect(facts).toEqual({
      hash: receipt?.hash,
      status: 'success',
      blockNumber: receipt?.blockNumber,
      blockHash: block?.hash,
      timestamp: block?.timestamp,
      confirmations: facts.confirmations,
      from: payer,
      to: lower(local(id).usdc),
      inputTail: `0x${transferData(payTo(), price).slice(-128)}`.toLowerCase(),
      directTransfer: { to: lower(payTo()), value: price, extraBytes: 0 },
      transfers: [
        { logIndex: receipt?.logs[0]?.logIndex, occurrence: 0, from: payer, to: lower(payTo()), value: price, authorization: null },
      ],
    })
    expect(paid(facts)).toEqual(facts.transfers)
    expect(bindings(facts)).toEqual([null])
  })

  test('is bound by the memo that its payer appended', async () => {
    const facts = await onToken(id, await fundedKey(), concatHex([transferData(payTo(), price), memo]))
    expect(paid(facts)).toHaveLength(1)
    expect(facts.directTransfer?.extraBytes).toBe(32)
    expect(bindings(facts)).toEqual(['memo'])
    const other = facts.transfers.map((one) => bindingOf(facts, one, { challengeHash: null, memo: `0x${'11'.repeat(32)}` }))
    expect(other).toEqual([null])
  })

  test('is bound by the challenge hash as the nonce of the authorization, from any sender', async () => {
    const [payer, stranger] = [await fundedKey(), await fundedKey()]
    const authorization = await authorize(id, payer, { nonce: challengeHash })
    const facts = await onToken(id, stranger, settlementData(authorization))
    expect(facts.transfers).toMatchObject([
      { from: lower(authorization.from), authorization: { payer: lower(authorization.from), nonce: lower(challengeHash) } },
    ])
    expect(facts.directTransfer).toBeNull()
    expect(bindings(facts)).toEqual(['nonce'])
    expect(facts.transfers.map((one) => bindingOf(facts, one, { challengeHash: null, memo: null }))).toEqual([null])
  })

  test('counts its confirmations from the head', async () => {
    const facts = await onToken(id, await fundedKey(), transferData(payTo(), price))
    await nodeRpc(local(id).rpcUrl).call('evm_mine')
    const later = await chain(id).transaction(facts.hash)
    const { number } = await chain(id).head()
    expect(later?.confirmations).toBeGreaterThan(1n)
    expect(later?.confirmations).toBe(number - facts.blockNumber + 1n)
  })

  test('is found by its hash in any case of letters', async () => {
    const facts = await onToken(id, await fundedKey(), transferData(payTo(), price))
    expect((await chain(id).transaction(`0x${facts.hash.slice(2).toUpperCase()}`))?.transfers).toEqual(facts.transfers)
  })
})

describe('not a payment is', () => {
  test.each([-1n, 1n])('a transfer that is wrong by %s base unit', async (difference) => {
    const facts = await onToken(base, await fundedKey(), transferData(payTo(), price + difference))
    expect(facts.transfers).toHaveLength(1)
    expect(paid(facts)).toEqual([])
  })

  test('a transfer to another payee', async () => {
    expect(paid(await onToken(base, await fundedKey(), transferData(nobody, price)))).toEqual([])
  })

  test('a transfer of the payee to itself', async () => {
    const facts = await onToken(base, await fundedKey(), transferData(payTo(), price))
    const ownTransfer = { ...(facts.transfers[0] as TransferFact), from: lower(payTo()) }
    expect(transfersTo({ transfers: [ownTransfer] }, payTo(), price)).toEqual([])
  })

  test('a reverted transaction', async () => {
    const facts = await onToken(base, await fundedKey('0.001'), concatHex([transferData(payTo(), price), memo]))
    expect(facts).toMatchObject({ status: 'reverted', transfers: [] })
  })

  test('a transfer of another token, in a transaction with a real one or alone', async () => {
    const key = await trustingKey()
    const owner = await fundedKey()
    const lookAlike = await placeContract(local(base).rpcUrl, 'fixture-token', { owner: privateKeyToAddress(owner) })
    const { abi } = compiledContract('fixture-token')
    await sent(base, owner, { to: lookAlike, data: encodeFunctionData({ abi, functionName: 'mint', args: [multicall3, 10n ** 9n] }) })
    const alone = await sent(base, owner, {
      to: lookAlike,
      data: encodeFunctionData({ abi, functionName: 'mint', args: [payTo(), price] }),
    })
    expect(alone).toMatchObject({ status: 'success', transfers: [], directTransfer: null })

    const data = encodeAggregate3([
      aggregate3Element(lookAlike, transferData(payTo(), price)),
      aggregate3Element(local(base).usdc, pullData(privateKeyToAddress(key), payTo(), price)),
      aggregate3Element(lookAlike, transferData(payTo(), price)),
    ])
    const mixed = await sent(base, key, { to: multicall3, data })
    expect((await chain(base).receipt(mixed.hash))?.logs.filter(({ address }) => address === lower(lookAlike))).toHaveLength(2)
    expect(mixed.transfers).toMatchObject([{ from: lower(privateKeyToAddress(key)), value: price }])
  })

  test('a call of another address that looks like a transfer', async () => {
    const data = concatHex([transferData(payTo(), price), memo])
    const facts = await sent(base, await fundedKey(), { to: privateKeyToAddress(generatePrivateKey()), data })
    expect(facts).toMatchObject({ status: 'success', directTransfer: null, transfers: [] })
  })

  test('an unknown hash, text that is not a hash, and a pending transaction', async () => {
    expect(await chain(base).transaction(`0x${'ab'.repeat(32)}`)).toBeNull()
    for (const junk of ['0x', '0x12', `0x${'zz'.repeat(32)}`, 'latest']) expect(await chain(base).transaction(junk as Hex)).toBeNull()
    const key = await fundedKey()
    const waiting = await signed(base, { to: local(base).usdc, data: transferData(payTo(), price) }, { key, nonce: 1 })
    expect(await chain(base).send(waiting)).toBe('accepted')
    expect(await chain(base).transaction(keccak256(waiting))).toBeNull()
    await mined(base, await signed(base, { to: nobody, data: '0x' }, { key, nonce: 0 }))
    await expect.poll(() => chain(base).transaction(keccak256(waiting))).toMatchObject({ status: 'success' })
  })
})

describe('several transfers in one transaction', () => {
  test('are separate payments, each with its own authorization, in a settlement by this service', async () => {
    const payers = [await fundedKey(), await fundedKey(), await fundedKey()]
    const authorizations = await Promise.all(payers.map((key) => authorize(base, key)))
    const facts = await sent(base, world().signerKeys[0] as Hex, chain(base).transferCall(authorizations))
    expect(paid(facts)).toMatchObject(
      authorizations.map(({ from, nonce }, occurrence) => ({
        occurrence,
        from: lower(from),
        authorization: { payer: lower(from), nonce },
      })),
    )
    expect(facts.inputTail).toHaveLength(130)
  })

  test('differ by payee and value, and a plain one does not count as part of an authorization next to it', async () => {
    const [key, other] = [await trustingKey(), await fundedKey()]
    const from = privateKeyToAddress(key)
    const facts = await together(key, [
      pullData(from, nobody, price),
      pullData(from, payTo(), price),
      settlementData(await authorize(base, key, { nonce: challengeHash, value: 1n })),
      pullData(from, payTo(), price),
      settlementData(await authorize(base, other, { nonce: challengeHash })),
    ])
    expect(
      facts.transfers.map(({ to, value, occurrence, authorization }) => [to, value, occurrence, authorization?.payer ?? null]),
    ).toEqual([
      [nobody, price, 0, null],
      [lower(payTo()), price, 0, null],
      [lower(payTo()), 1n, 0, lower(from)],
      [lower(payTo()), price, 1, null],
      [lower(payTo()), price, 2, lower(privateKeyToAddress(other))],
    ])
    expect(bindings(facts)).toEqual([null, null, 'nonce', null, 'nonce'])
    expect(paid(facts)).toHaveLength(3)
  })
})

describe('a memo binds nothing', () => {
  test('behind a multicall with another payer’s authorization', async () => {
    const [victim, thief] = [await fundedKey(), await fundedKey()]
    const facts = await together(thief, [settlementData(await authorize(base, victim))], memo)
    expect(paid(facts)).toHaveLength(1)
    expect(facts.inputTail.endsWith(memo.slice(2))).toBe(true)
    expect(bindings(facts)).toEqual([null])
  })

  test('behind another payer’s authorization that a thief sends to the token', async () => {
    const [victim, thief] = [await fundedKey(), await fundedKey()]
    const facts = await onToken(base, thief, concatHex([settlementData(await authorize(base, victim)), memo]))
    expect(paid(facts)).toHaveLength(1)
    expect(bindings(facts)).toEqual([null])
  })

  test('behind a transfer out of an allowance', async () => {
    const [victim, thief] = [await fundedKey(), await fundedKey()]
    const allowance = encodeFunctionData({ abi: usdc, functionName: 'approve', args: [privateKeyToAddress(thief), price] })
    await onToken(base, victim, allowance)
    const facts = await onToken(base, thief, concatHex([pullData(privateKeyToAddress(victim), payTo(), price), memo]))
    expect(paid(facts)).toHaveLength(1)
    expect(bindings(facts)).toEqual([null])
  })

  test('behind the payer’s own multicall', async () => {
    const key = await trustingKey()
    expect(bindings(await together(key, [pullData(privateKeyToAddress(key), payTo(), price)], memo))).toEqual([null])
  })

  test('when it is not at the end, or is cut off', async () => {
    const [first, second] = [await fundedKey(), await fundedKey()]
    expect(bindings(await onToken(base, first, concatHex([transferData(payTo(), price), memo, '0x00'])))).toEqual([null])
    expect(bindings(await onToken(base, second, concatHex([transferData(payTo(), price), `0x${memo.slice(4)}`])))).toEqual([null])
  })

  test('when the transaction made another transfer, or more than one', async () => {
    const facts = await onToken(base, await fundedKey(), concatHex([transferData(payTo(), price), memo]))
    const [transfer] = facts.transfers as [TransferFact]
    const others: TransferFact[][] = [
      [transfer, { ...transfer, logIndex: transfer.logIndex + 1, occurrence: 1 }],
      [{ ...transfer, logIndex: transfer.logIndex + 1 }],
      [],
    ]
    for (const transfers of others) expect(bindingOf({ ...facts, transfers }, transfer, { challengeHash, memo })).toBeNull()
    for (const different of [{ to: nobody }, { value: 1n }, { from: nobody }]) {
      const claimed = { ...transfer, ...different }
      expect(bindingOf({ ...facts, transfers: [claimed] }, claimed, { challengeHash, memo })).toBeNull()
    }
  })

  test('when only the arguments look like it', async () => {
    const facts = await onToken(base, await fundedKey(), transferData(payTo(), price))
    const [transfer] = facts.transfers as [TransferFact]
    expect(bindingOf(facts, transfer, { challengeHash: null, memo: `0x${facts.inputTail.slice(-64)}` })).toBeNull()
    expect(bindingOf(facts, transfer, { challengeHash: null, memo: '0x' })).toBeNull()
  })
})
