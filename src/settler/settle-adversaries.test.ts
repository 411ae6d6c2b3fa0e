import { encodeFunctionData, parseAbi } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { delegateAccount, placeContract, placeWallet } from '../../sandbox/tests/place-contract.ts'
import type { Chain } from '../chain/chain.ts'
import type { Ledger } from '../ledger/ledger.ts'
import type { Payment } from '../ledger/payments/payment.ts'
import type { Hex } from '../shared/bytes.ts'
import { keptLog, startMachine, until } from './machine.fixture.ts'
import type { Machine } from './machine.fixture.ts'
import type { SettlerPolicy } from './policy.ts'
import type { SpendingLimits } from './spending/spending-limits.ts'
import { storedFees } from './transaction/build-transaction.ts'
import { price, sell } from './sale.fixture.ts'
import { newWallet, openTestWorld } from './test-world.fixture.ts'
import type { TestChain, TestWallet, TestWorld } from './test-world.fixture.ts'

let world: TestWorld
let base: TestChain
let ledger: Ledger
let machine: Machine
let signer: TestWallet
let said: string[]

beforeAll(async () => {
  world = await openTestWorld()
  base = world.base
})
afterAll(() => world.close())

async function payersWith(units: bigint, count: number): Promise<TestWallet[]> {
  const wallets = Array.from({ length: count }, newWallet)
  await base.fund(
    wallets.map((one) => one.address),
    units,
  )
  return wallets
}

/** A settler on a new ledger; `chain` as it sees it. */
async function begin(chain: Chain = base.chain, policy: Partial<SettlerPolicy> = {}, spending?: SpendingLimits): Promise<void> {
  ledger = await world.ledger()
  signer = newWallet()
  await base.fund([signer.address], 0n)
  const kept = keptLog()
  said = kept.said
  machine = startMachine({ ledger, chains: [chain], signers: [signer], log: kept.log, policy, ...(spending && { spending }) })
  await machine.settler.recover()
  machine.settler.start()
}

/** GASPRICE, ISZERO: accepts every signature, but only while gas costs nothing, as in a simulation without fees. */
const freeGasCode = '0x3a15631626ba7e0260e01b5f5260205ff3'
/** Accepts every signature. */
const trapCode = '0x631626ba7e60e01b5f5260205ff3'
const coinPrice = 3_000_000_000n
const gwei = 1_000_000_000n
const spendingInUsd = (gas: bigint) => (gas * coinPrice) / gwei

function spendingOf(limits: Partial<SpendingLimits>): SpendingLimits {
  const costs: SpendingLimits['costs'] = {
    figures: () => ({ coinPrice, maxFeePerGas: 3n * gwei, perPayment: 1n }),
    observe: () => {},
  }
  return { costs, shareBasisPoints: 5_000n, allowancePerDay: 1_000_000_000n, contractAllowancePerDay: 1_000_000n, ...limits }
}

/** Each of these wallets has other code by the time that a transaction with its payment is in a block. */
function changingBeforeBlocks(wallets: readonly Hex[], code: Hex): Chain {
  return {
    ...base.chain,
    async send(raw) {
      const sent = wallets.filter((wallet) => raw.includes(wallet.slice(2).toLowerCase()))
      await base.node.batch(sent.map((wallet) => ['anvil_setCode', wallet, code]))
      return base.chain.send(raw)
    },
  }
}

const sale = (payer: TestWallet, wish = {}) => sell(ledger, base, world.payTo, { payer, ...wish })
const settle = (payment: Payment, ms = 60_000) => machine.settler.settle(payment, ms)

const submission = parseAbi(['function transferWithAuthorization(address,address,uint256,uint256,uint256,bytes32,bytes)'])
/** Somebody else puts the authorization on chain. */
async function submitFirst(payment: Payment, to: Hex = payment.payTo): Promise<Hex> {
  const { nonce, validAfter, validBefore, signature } = payment.authorization!
  const stranger = newWallet().address
  await base.node.batch([
    ['anvil_setBalance', stranger, '0xde0b6b3a7640000'],
    ['anvil_impersonateAccount', stranger],
  ])
  const data = encodeFunctionData({
    abi: submission,
    functionName: 'transferWithAuthorization',
    args: [payment.payer, to, payment.amount, validAfter, validBefore, nonce, signature],
  })
  return base.send(stranger, payment.asset, data)
}

async function cancel(payment: Payment, payer: TestWallet): Promise<Hex> {
  const nonce = payment.authorization!.nonce
  const { network } = base.chain
  const signature = await privateKeyToAccount(payer.privateKey).signTypedData({
    domain: { ...network.domain, chainId: network.chainId, verifyingContract: network.asset },
    types: {
      CancelAuthorization: [
        { name: 'authorizer', type: 'address' },
        { name: 'nonce', type: 'bytes32' },
      ],
    },
    primaryType: 'CancelAuthorization',
    message: { authorizer: payer.address, nonce },
  })
  const data = encodeFunctionData({
    abi: parseAbi(['function cancelAuthorization(address,bytes32,bytes)']),
    args: [payer.address, nonce, signature],
  })
  await base.node.call('anvil_impersonateAccount', payer.address)
  return base.send(payer.address, network.asset, data)
}

async function expectBooksEqualChain(before: bigint): Promise<void> {
  const settled = (await ledger.totals()).filter(({ state }) => state === 'settled')
  const booked = settled.reduce((sum, { amount }) => sum + amount, 0n)
  expect((await base.balance(world.payTo)) - before).toBe(booked)
}

describe('payers that sabotage their payment', () => {
  test('an account that gets gas-burning code after the last check costs the others in its batch nothing', async () => {
    const burner = await placeContract(base.node.url, 'gas-burner')
    const [attacker, ...honest] = await payersWith(100_000n, 6)
    // Between the simulation and the block: as the transaction is sent, the code is there.
    await begin({
      ...base.chain,
      async send(raw) {
        await delegateAccount(base.node.url, attacker!.address, burner)
        return base.chain.send(raw)
      },
    })
    const before = await base.balance(world.payTo)
    const payments = await Promise.all([attacker!, ...honest].map((payer) => sale(payer)))
    const [spoiled, ...others] = await Promise.all(payments.map((payment) => settle(payment)))
    expect(others.map((one) => one.kind)).toEqual(honest.map(() => 'settled'))
    expect(spoiled!.kind).toBe('refused')
    expect(said).toContain('a batch settled nothing: its payments go one by one')
    expect(await ledger.barredUntil({ payer: payments[0]!.payer, now: Date.now() })).toBeGreaterThan(Date.now())
    await expectBooksEqualChain(before)
    await machine.settler.drain(1_000)
  })

  test('a contract wallet settles alone, one that burns gas is refused before it costs any', async () => {
    await begin()
    const [owner, plain] = await payersWith(100_000n, 2)
    const wallet = await placeWallet(base.node.url, owner!.address)
    const burner = await placeContract(base.node.url, 'gas-burner')
    await base.fund([wallet, burner], 100_000n)
    const before = await base.balance(world.payTo)
    const payments = [await sale(owner!, { from: wallet }), await sale(owner!, { from: burner }), await sale(plain!)]
    const [contract, burning, other] = await Promise.all(payments.map((payment) => settle(payment)))
    expect(contract!.kind).toBe('settled')
    expect(other!.kind).toBe('settled')
    expect(burning).toMatchObject({ kind: 'refused', reason: 'invalid_exact_evm_transaction_simulation_failed' })
    expect(await base.chain.accountNonce(signer.address, 'latest')).toBe(2)
    await expectBooksEqualChain(before)
    await machine.settler.drain(1_000)
  })

  test('a contract wallet that behaves only while gas costs nothing is refused before it costs any', async () => {
    await begin()
    const [owner] = await payersWith(100_000n, 1)
    const wallet = newWallet().address
    await base.fund([wallet], 100_000n)
    await base.node.batch([['anvil_setCode', wallet, freeGasCode]])
    const [first, second] = [await sale(owner!, { from: wallet }), await sale(owner!, { from: wallet })]
    const outcome = await settle(first)
    expect(outcome).toMatchObject({ kind: 'refused', reason: 'invalid_exact_evm_transaction_simulation_failed' })
    expect(await base.chain.accountNonce(signer.address, 'latest')).toBe(0)
    const authorization = { from: wallet, to: world.payTo, value: price, ...second.authorization! }
    expect(await machine.settler.contractGas?.(base.chain.network.id, authorization)).toBeNull()
    await machine.settler.drain(1_000)
  })

  test('contract wallets that fail only in a block cannot spend the gas of plain accounts', async () => {
    const [owner, ...plain] = await payersWith(100_000n, 4)
    const wallets = Array.from({ length: 10 }, () => newWallet().address)
    await base.fund(wallets, 100_000n)
    // They pass every simulation, and burn all gas in the block: something before our transaction changes them.
    const burner = await placeContract(base.node.url, 'gas-burner')
    await base.node.batch(wallets.map((wallet) => ['anvil_setCode', wallet, trapCode]))
    // Room for four at the most that they may cost.
    const { maxFeePerGas } = storedFees(await base.chain.suggestFees())
    const allowance = 4n * spendingInUsd((500_000n * maxFeePerGas) / gwei + 1n)
    const spending = spendingOf({ contractAllowancePerDay: allowance })
    await begin(changingBeforeBlocks(wallets, await base.node.call('eth_getCode', burner, 'latest')), { contractRetryMs: 200 }, spending)
    const before = await base.balance(world.payTo)
    const spoiled = await Promise.all(wallets.map(async (from) => settle(await sale(owner!, { from }), 3_000)))
    expect(new Set(spoiled.map((one) => one.kind))).toEqual(new Set(['refused', 'pending']))
    const { contractGwei } = await ledger.networkSpending({ network: base.chain.network.id, day: new Date().toISOString().slice(0, 10) })
    expect(spendingInUsd(contractGwei)).toBeLessThanOrEqual(allowance)
    const outcomes = await Promise.all(plain.map(async (payer) => settle(await sale(payer), 3_000)))
    expect(outcomes.map((one) => one.kind)).toEqual(plain.map(() => 'settled'))
    expect((await base.balance(world.payTo)) - before).toBe(BigInt(plain.length) * price)
    machine.stop()
  })

  test('an authorization that somebody else submitted first has paid us', async () => {
    await begin()
    const [first, second, other] = await payersWith(100_000n, 3)
    const before = await base.balance(world.payTo)
    const mined = await sale(first!)
    const hash = await submitFirst(mined)
    await until('mined', async () => (await base.chain.receipt(hash)) !== null)
    const pending = await sale(second!)
    base.hold()
    const racing = await submitFirst(pending)
    const outcomes = Promise.all([mined, pending, await sale(other!)].map((payment) => settle(payment)))
    await new Promise((resolve) => setTimeout(resolve, 200))
    base.go()
    const [one, two, three] = await outcomes
    expect(one).toMatchObject({ kind: 'settled', payment: { transaction: hash } })
    expect(two).toMatchObject({ kind: 'settled', payment: { transaction: racing } })
    expect(three!.kind).toBe('settled')
    await expectBooksEqualChain(before)
    await machine.settler.drain(1_000)
  })

  test('an authorization that somebody else submitted is not refused while a node that lags calls it unused', async () => {
    let lagging = true
    await begin({
      ...base.chain,
      authorizationFate: async (...asked) => (lagging ? { kind: 'unused' } : base.chain.authorizationFate(...asked)),
    })
    const [payer] = await payersWith(price, 1)
    const before = await base.balance(world.payTo)
    const payment = await sale(payer!)
    const hash = await submitFirst(payment)
    await until('mined', async () => (await base.chain.receipt(hash)) !== null)
    expect((await settle(payment, 1_500)).kind).toBe('pending')
    lagging = false
    expect(await settle(payment)).toMatchObject({ kind: 'settled', payment: { transaction: hash } })
    await expectBooksEqualChain(before)
    await machine.settler.drain(1_000)
  })

  test('a cancelled authorization is refused, though the token calls its nonce used', async () => {
    await begin()
    const [payer, other] = await payersWith(100_000n, 2)
    const before = await base.balance(world.payTo)
    const payments = [await sale(payer!), await sale(other!)]
    const hash = await cancel(payments[0]!, payer!)
    await until('mined', async () => (await base.chain.receipt(hash)) !== null)
    const [cancelled, good] = await Promise.all(payments.map((payment) => settle(payment)))
    expect(cancelled).toMatchObject({ kind: 'refused', reason: 'invalid_exact_evm_nonce_already_used' })
    expect(good!.kind).toBe('settled')
    await expectBooksEqualChain(before)
    await machine.settler.drain(1_000)
  })

  test('a payer whose money is gone is refused and barred; if somebody submits the payment after all, it is settled late', async () => {
    await begin()
    const [payer, other] = await payersWith(price, 2)
    const before = await base.balance(world.payTo)
    const payments = [await sale(payer!), await sale(other!)]
    await base.transfer(payer!, other!.address, price)
    const [empty, good] = await Promise.all(payments.map((payment) => settle(payment)))
    expect(empty).toMatchObject({ kind: 'refused', reason: 'invalid_exact_evm_insufficient_balance' })
    expect(good!.kind).toBe('settled')
    expect(await ledger.barredUntil({ payer: payments[0]!.payer, now: Date.now() })).toBeGreaterThan(Date.now())
    await base.fund([payer!.address], price)
    await submitFirst(payments[0]!)
    await until('settled late', async () => (await ledger.find(payments[0]!.id))!.state === 'settled')
    await expectBooksEqualChain(before)
    await machine.settler.drain(1_000)
  })

  test('a payer that the token has blacklisted is refused; the others in the batch are not', async () => {
    await begin()
    const [payer, ...others] = await payersWith(100_000n, 4)
    const before = await base.balance(world.payTo)
    const payments = await Promise.all([payer!, ...others].map((one) => sale(one)))
    const { asset } = base.chain.network
    const asked = await base.node.call<Hex>(
      'eth_call',
      { to: asset, data: encodeFunctionData({ abi: parseAbi(['function blacklister()']) }) },
      'latest',
    )
    const blacklister: Hex = `0x${asked.slice(-40)}`
    await base.node.batch([
      ['anvil_setBalance', blacklister, '0xde0b6b3a7640000'],
      ['anvil_impersonateAccount', blacklister],
    ])
    const data = encodeFunctionData({ abi: parseAbi(['function blacklist(address)']), args: [payer!.address] })
    const hash = await base.send(blacklister, asset, data)
    await until('mined', async () => (await base.chain.receipt(hash)) !== null)
    const [listed, ...good] = await Promise.all(payments.map((payment) => settle(payment)))
    expect(listed).toMatchObject({ kind: 'refused', reason: 'invalid_exact_evm_transaction_simulation_failed' })
    expect(good.every((one) => one.kind === 'settled')).toBe(true)
    await expectBooksEqualChain(before)
    await machine.settler.drain(1_000)
  })

  test('a payment that expires before it can be mined is never sent, stays pending until nothing can collect it, and is refused', async () => {
    // A block and the margin do not fit before its end.
    await begin(base.chain, { mineMarginMs: 3_000 })
    const [payer] = await payersWith(100_000n, 1)
    const validBefore = Math.floor(Date.now() / 1000) + 3
    const payment = await sale(payer!, { validBefore: BigInt(validBefore) })
    const first = await settle(payment, 50)
    expect(first).toEqual({ kind: 'pending', transaction: null })
    expect(await settle(payment)).toMatchObject({ kind: 'refused', reason: 'invalid_exact_evm_payload_authorization_valid_before' })
    expect(Date.now()).toBeGreaterThan(Number(payment.authorization!.validBefore) * 1000)
    expect(await base.chain.accountNonce(signer.address, 'pending')).toBe(0)
    await machine.settler.drain(1_000)
  })
})
