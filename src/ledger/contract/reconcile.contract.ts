import { describe, expect, test } from 'vitest'
import type { Ledger } from '../ledger.ts'
import { authorizationIdentity, transferIdentity } from '../payments/identity.ts'
import type { AdoptPaymentInput } from '../reconcile/adopt-payment-input.ts'
import { unknownOffer } from '../reconcile/adopted.ts'
import { creditOf } from './refunds.contract.ts'
import {
  base,
  bytes32,
  claimed,
  claimOf,
  hello,
  noon,
  noonSeconds,
  released,
  served,
  settled,
  settledTransfer,
  settlementOf,
  transferOf,
  type OpenLedger,
} from './open-ledger.fixture.ts'

type Claim = ReturnType<typeof claimOf>

/** What a chain says of a payment that this claim would have made. */
function onChain(
  { payer, payTo, amount, asset, network, authorization }: Claim,
  changes: Partial<AdoptPaymentInput> = {},
): AdoptPaymentInput {
  const { transaction, blockNumber, blockHash, logIndex, occurrence } = settlementOf('unused')
  return {
    id: `${Math.floor(noon).toString(16).padStart(12, '0')}${authorization.nonce.slice(-20)}`,
    network,
    asset,
    payer,
    payTo,
    amount,
    authorization,
    transaction,
    blockNumber,
    blockHash,
    logIndex,
    occurrence,
    paidAt: noon,
    final: true,
    offerId: unknownOffer,
    client: '192.0.2.1',
    at: noon + 5_000,
    instance: 'here',
    ...changes,
  }
}

const run = { fingerprint: 'again', offerId: 'market-price', client: 'there', instance: 'here', leaseUntil: noon + 60_000, maxRuns: 3 }
const keyOf = ({ network, asset, payer, authorization }: Claim) => authorizationIdentity(network, asset, payer, authorization.nonce)

export function reconcileContract(open: OpenLedger): void {
  describe('a payment that is found on chain', () => {
    test('is a credit, once, under the keys of its authorization and of its transfer', async () => {
      await using opened = await open()
      const { ledger } = opened
      const claim = claimOf()
      const found = onChain(claim)
      const adopted = (await ledger.adoptPayment(found))!
      expect(adopted).toMatchObject({
        id: found.id,
        state: 'credit',
        timing: 'first',
        reason: 'adopted',
        runs: 0,
        offerId: unknownOffer,
        amount: claim.amount,
        claimedAt: noon,
        settledAt: noon + 5_000,
        final: true,
        client: '192.0.2.1',
        authorization: claim.authorization,
      })
      expect(await ledger.adoptPayment({ ...found, id: 'another'.padEnd(32, '0') })).toBeUndefined()
      expect(await ledger.find(adopted.id)).toEqual(adopted)
      const transfer = transferIdentity({ ...found, occurrence: found.occurrence })
      expect((await ledger.holders([keyOf(claim), transfer, 'none'])).map(({ payment }) => payment.id)).toEqual([adopted.id, adopted.id])
      // Neither the signature nor the transaction buys anything beside it.
      expect(await ledger.claim(claim)).toMatchObject({ result: 'taken', payment: { id: adopted.id } })
      const asTransfer = transferOf({
        payer: claim.payer,
        transaction: found.transaction,
        amount: claim.amount,
        authorizationNonce: claim.authorization.nonce,
      })
      expect(await ledger.claimTransfer(asTransfer)).toMatchObject({ result: 'taken', payment: { id: adopted.id } })
    })

    test('buys an answer of the offer that uses it, and a credit of a known offer keeps that', async () => {
      await using opened = await open()
      const { ledger } = opened
      const adopted = (await ledger.adoptPayment(onChain(claimOf())))!
      const running = (await ledger.beginRun({ ...adopted, ...run }))!
      expect(running).toMatchObject({ state: 'running', offerId: 'market-price', runs: 1 })
      expect(await ledger.serveRun({ ...running, answer: hello, at: noon })).toMatchObject({ state: 'settled' })
      const ordinary = await creditOf(ledger)
      expect(await ledger.beginRun({ ...ordinary, ...run, offerId: 'another' })).toMatchObject({ offerId: ordinary.offerId })
    })

    test('is not given back by itself, since it may have been answered, unless its work failed three times', async () => {
      await using opened = await open()
      const { ledger } = opened
      let credit = (await ledger.adoptPayment(onChain(claimOf())))!
      const due = () => ledger.refundable({ maxRuns: 3, unusedSince: noon + 10_000_000, limit: 10 })
      expect(await due()).toEqual([])
      for (let round = 0; round < 3; round++) {
        const running = (await ledger.beginRun({ ...credit, ...run }))!
        credit = (await ledger.failRun({ ...running, reason: 'source_unavailable' }))!
      }
      expect((await due()).map(({ id }) => id)).toEqual([credit.id])
    })

    test('and was released becomes a credit in its own row, with what its caller sent', async () => {
      await using opened = await open()
      const { ledger } = opened
      const claim = claimOf({ keys: ['key of the caller'] })
      const before = (await released(ledger, await claimed(ledger, claim)))!
      const adopted = (await ledger.adoptPayment(onChain(claim)))!
      expect(adopted).toMatchObject({ id: before.id, state: 'credit', offerId: before.offerId, client: before.client, keys: before.keys })
      expect(adopted.epoch).toBe(before.epoch + 1)
      expect(await ledger.adoptPayment(onChain(claim))).toBeUndefined()
    })

    test.each(['served', 'settled', 'archived'])('and is %s in the ledger is left as it is', async (how) => {
      await using opened = await open()
      const { ledger } = opened
      const claim = claimOf()
      const payment = how === 'served' ? await served(ledger, claim) : await settled(ledger, claim)
      if (how === 'archived') {
        await ledger.finalize({ ids: [payment.id] })
        expect(await ledger.archive({ expiredBefore: noonSeconds + 100_000n, limit: 9 })).toBe(1)
      }
      const before = await ledger.find(payment.id)
      expect(await ledger.adoptPayment(onChain(claim))).toBeUndefined()
      expect(await ledger.find(payment.id)).toEqual(before)
      expect((await ledger.holders([keyOf(claim)])).map(({ payment: { id } }) => id)).toEqual([payment.id])
    })

    test('by two at once is one credit', async () => {
      await using opened = await open()
      const { ledger } = opened
      const claim = claimOf()
      const results = await Promise.all(
        Array.from({ length: 8 }, (_, index) => ledger.adoptPayment(onChain(claim, { id: bytes32(index + 1).slice(2, 34) }))),
      )
      expect(results.filter((one) => one !== undefined)).toHaveLength(1)
      expect((await ledger.totals()).map(({ state, payments }) => [state, payments])).toEqual([['credit', 1n]])
    })
  })

  describe('for a comparison with a chain', () => {
    test('payments whose money moved in some blocks are read part by part, hot and archived ones', async () => {
      await using opened = await open()
      const { ledger } = opened
      const kept = [await settled(ledger, claimOf()), await settled(ledger, claimOf()), await settledTransfer(ledger, transferOf())]
      await served(ledger, claimOf())
      await settled(ledger, claimOf({ network: 'eip155:137' }))
      const gone = await settled(ledger, claimOf())
      await ledger.finalize({ ids: [gone.id] })
      const blocks = kept.map(({ blockNumber }) => blockNumber!)
      const [fromBlock, toBlock] = [blocks.reduce((a, b) => (a < b ? a : b)), blocks.reduce((a, b) => (a > b ? a : b))]
      const span = { network: base, fromBlock, toBlock, limit: 2 }
      const ids = async (archived: boolean) => {
        const found: string[] = []
        let parts = 0
        for (let after: string | null = ''; after !== null; parts++) {
          const part = await ledger.paymentsInBlocks({ ...span, archived, after })
          found.push(...part.payments.map(({ id }) => id))
          after = part.last
        }
        expect(parts).toBeGreaterThan(archived ? 0 : 1)
        return found
      }
      expect(await ids(false)).toEqual([...kept, gone].map(({ id }) => id).toSorted())
      await ledger.archive({ expiredBefore: noonSeconds + 61n, limit: 1 })
      expect([...(await ids(false)), ...(await ids(true))].toSorted()).toEqual([...kept, gone].map(({ id }) => id).toSorted())
      expect(
        await ledger.paymentsInBlocks({ ...span, archived: false, after: '', fromBlock: toBlock + 1n, toBlock: toBlock + 9n }),
      ).toMatchObject({ payments: [] })
    })

    test('every price that was asked, the clients of payers and their credits are known', async () => {
      await using opened = await open()
      const { ledger } = opened
      for (const [price, at] of [
        [7_500n, 1],
        [8_000n, 2],
        [7_500n, 3],
      ] as const)
        await ledger.recordPrices({ prices: [{ offerId: 'market-price', price }], at })
      expect(await ledger.askedPrices()).toEqual([7_500n, 8_000n].map((price) => ({ offerId: 'market-price', price })))
      const [first, second] = [await settled(ledger, claimOf()), await settled(ledger, claimOf({ client: 'another' }))]
      const newest = [first, second].toSorted((a, b) => (a.id < b.id ? 1 : -1))
      const clients = await ledger.clientsOfPayers({ archived: false, before: 'g', limit: 9 })
      expect(clients).toEqual(newest.map(({ id, payer, client }) => ({ id, payer, client })))
      expect(await ledger.clientsOfPayers({ archived: false, before: newest[0]!.id, limit: 9 })).toHaveLength(1)
      expect(await ledger.clientsOfPayers({ archived: true, before: 'g', limit: 9 })).toEqual([])
      const credit = await creditOf(ledger)
      expect(await ledger.creditsOfPayer({ network: credit.network, payer: credit.payer })).toEqual([credit])
      expect(await restoredThenCleared(ledger)).toBe(null)
    })
  })
}

async function restoredThenCleared(ledger: Ledger): Promise<number | null> {
  await ledger.clearRestored({ from: 1 })
  return ledger.restoredFrom()
}
