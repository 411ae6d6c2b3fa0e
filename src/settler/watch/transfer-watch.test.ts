import { randomBytes } from 'node:crypto'
import { runLimits } from '../../ledger/contract/open-ledger.fixture.ts'
import { encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ClaimTransferInput, Ledger } from '../../ledger/ledger.ts'
import type { Payment } from '../../ledger/payments/payment.ts'
import type { Hex } from '../../shared/bytes.ts'
import { keptLog, startMachine, until } from '../machine.fixture.ts'
import type { Machine } from '../machine.fixture.ts'
import { price } from '../sale.fixture.ts'
import { newWallet, openTestWorld } from '../test-world.fixture.ts'
import type { TestChain, TestWallet, TestWorld } from '../test-world.fixture.ts'

let world: TestWorld
let base: TestChain
let ledger: Ledger
let machine: Machine
let said: string[]
const signer = newWallet()
const payer = newWallet()
const somebody = newWallet()
const erc20 = parseAbi(['function transfer(address to, uint256 amount)'])

beforeAll(async () => {
  world = await openTestWorld()
  base = world.base
  await base.fund([payer.address, somebody.address], 1_000_000n)
  await base.fund([signer.address], 0n)
})
afterAll(() => world.close())

async function begin(signers: readonly TestWallet[] = [signer]): Promise<void> {
  ledger = await world.ledger()
  const kept = keptLog()
  said = kept.said
  machine = startMachine({ ledger, chains: [base.chain], signers, log: kept.log })
  await machine.settler.recover()
  machine.settler.start()
}

/** The last payment as its payer signed it. */
let raw: Hex

async function pay(): Promise<Hex> {
  const { asset: to, chainId } = base.chain.network
  const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [world.payTo, price] })
  const nonce = await base.chain.accountNonce(payer.address, 'latest')
  raw = await privateKeyToAccount(payer.privateKey).signTransaction({ to, data, chainId, nonce, gas: 100_000n, gasPrice: 2_000_000_000n })
  const hash = await base.node.call<Hex>('eth_sendRawTransaction', raw)
  await until('mined', async () => (await base.chain.transaction(hash)) !== null)
  return hash
}

/** The same transaction, after another one in the same block, so that its logs have other indexes. */
async function comeBack(): Promise<void> {
  const data = encodeFunctionData({ abi: erc20, functionName: 'transfer', args: [payer.address, price] })
  await base.node.call('anvil_impersonateAccount', somebody.address)
  await base.node.call('eth_sendTransaction', {
    from: somebody.address,
    to: base.chain.network.asset,
    data,
    gas: '0x493e0',
    gasPrice: '0xb2d05e00',
  })
  await base.node.call('eth_sendRawTransaction', raw)
  base.go()
}

/** A claim of the first transfer of this transaction, as the gate makes it. */
async function claim(transaction: Hex, changes: Partial<ClaimTransferInput> = {}): Promise<Payment> {
  const { id: network, asset } = base.chain.network
  const { transfers, blockNumber, blockHash } = (await base.chain.transaction(transaction))!
  const { from, to, value, logIndex, occurrence } = transfers[0]!
  const result = await ledger.claimTransfer({
    id: randomBytes(16).toString('hex'),
    now: Date.now(),
    offerId: 'test',
    fingerprint: 'f'.repeat(64),
    protocol: 'mpp',
    network,
    asset,
    payer: from,
    payTo: to,
    amount: value,
    credentialHash: randomBytes(32).toString('hex'),
    client: '127.0.0.1',
    keys: [],
    instance: 'one',
    leaseUntil: Date.now() + 30_000,
    transaction,
    blockNumber,
    blockHash,
    logIndex,
    occurrence,
    authorizationNonce: null,
    claimBlock: blockNumber,
    bound: false,
    theft: { day: '2026-11-21', dailyLimit: 1_000_000n },
    unchargedRuns: runLimits({ hour: '2026-11-21T09', limit: 1_000 }),
    ...changes,
  })
  if (result.result !== 'claimed') throw new Error(`claim: ${result.result}`)
  return result.payment
}

async function serve({ id, epoch }: Payment): Promise<Payment> {
  const answer = { status: 200, contentType: 'application/json', body: Buffer.from('{}') }
  return (await ledger.serve({ id, epoch, at: Date.now(), answer }))!
}

async function loseBlock(): Promise<void> {
  base.hold()
  await base.reorganise()
}

async function finish(): Promise<void> {
  await machine.settler.drain(1_000)
  expect(await base.chain.accountNonce(signer.address, 'pending')).toBe(0)
}

describe.each([
  ['with a signer', [signer]],
  ['without one', []],
])('on a network %s, a transfer', (_, signers) => {
  test('is final when its block is, and nothing is sent for it', async () => {
    await begin(signers)
    const payment = await serve(await claim(await pay()))
    expect(await machine.settler.settle(payment, 0)).toEqual({ kind: 'settled', payment })
    for (let block = 0; block < 4; block++) await base.mine()
    await until('final', async () => (await ledger.find(payment.id))!.final)
    await finish()
  })

  test('whose transaction a reorganisation put into another block moves there', async () => {
    await begin(signers)
    const payment = await serve(await claim(await pay()))
    await loseBlock()
    await until('noticed', () => said.includes('the block of a transfer was reorganised away'))
    expect(await ledger.find(payment.id)).toEqual(payment)
    await comeBack()
    await until('moved', async () => (await ledger.find(payment.id))!.blockHash !== payment.blockHash)
    const { blockHash, transfers } = (await base.chain.transaction(payment.transaction!))!
    const { logIndex } = transfers[0]!
    expect(logIndex).not.toBe(payment.logIndex)
    expect(await ledger.find(payment.id)).toMatchObject({ state: 'settled', blockHash, logIndex, settledAt: payment.settledAt })
    for (let block = 0; block < 4; block++) await base.mine()
    await until('final', async () => (await ledger.find(payment.id))!.final)
    await finish()
  })

  test('that does not come back is booked as a loss', async () => {
    await begin(signers)
    const payment = await serve(await claim(await pay()))
    await loseBlock()
    await base.node.call('anvil_dropAllTransactions')
    base.go()
    await until('reversed', async () => (await ledger.find(payment.id))!.state === 'reversed')
    expect(said).toContain('an answered transfer was reorganised away for good: booked as a loss')
    await finish()
  })

  test('whose run a crash interrupted is a credit, which its payer uses later', async () => {
    await begin(signers)
    machine.stop()
    const hash = await pay()
    const interrupted = await claim(hash, { credentialHash: 'mine' })
    machine = startMachine({ ledger, chains: [base.chain], signers, instance: 'two' })
    await machine.settler.recover()
    machine.settler.start()
    expect(await ledger.find(interrupted.id)).toMatchObject({ state: 'credit', reason: 'interrupted', transaction: hash })
    const payment = await serve(await claim(hash, { credentialHash: 'mine' }))
    expect(payment).toMatchObject({ id: interrupted.id, state: 'settled' })
    await finish()
  })
})

test('a transfer that vanished before a restart is found after it', async () => {
  await begin()
  const payment = await serve(await claim(await pay()))
  machine.stop()
  await loseBlock()
  await comeBack()
  await until('mined again', async () => (await base.chain.transaction(payment.transaction!)) !== null)
  machine = startMachine({ ledger, chains: [base.chain], signers: [signer], instance: 'two' })
  await machine.settler.recover()
  machine.settler.start()
  await until('moved', async () => (await ledger.find(payment.id))!.blockHash !== payment.blockHash)
  await finish()
})

test('an answer after a theft is not a second loss when the transfer vanishes', async () => {
  await begin()
  const hash = await pay()
  const thief = await serve(await claim(hash))
  const victim = await serve(await claim(hash, { bound: true }))
  expect([thief.theft, victim.theft]).toEqual([false, true])
  await loseBlock()
  await base.node.call('anvil_dropAllTransactions')
  base.go()
  await until('reversed', async () => (await ledger.find(thief.id))!.state === 'reversed')
  await until('final', async () => (await ledger.find(victim.id))!.final)
  expect(await ledger.find(victim.id)).toMatchObject({ state: 'settled', theft: true, final: true })
  await finish()
})
