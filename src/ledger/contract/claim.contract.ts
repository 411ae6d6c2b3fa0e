import { describe, expect, test } from 'vitest'
import { scopedKey } from '../payments/identity.ts'
import {
  bytes32,
  claimed,
  claimedTransfer,
  claimOf,
  hello,
  noon,
  polygon,
  released,
  runLimits,
  served,
  settled,
  settlementOf,
  transferOf,
  uncharged,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

export function claimContract(open: OpenLedger): void {
  describe('claim', () => {
    test('keeps how its amount was computed', async () => {
      await using opened = await open()
      const payment = await claimed(opened.ledger, { ...claimOf(), priceWords: '12 items at $0.004' })
      expect(payment.priceWords).toBe('12 items at $0.004')
      expect(await opened.ledger.find(payment.id)).toEqual(payment)
    })

    test('is stored as it was given, with addresses in lower case', async () => {
      await using opened = await open()
      const payer = '0xABCDEFabcdefABCDEFabcdefABCDEFabcdefABCD'
      const input = claimOf({ payer, keys: ['key one', 'key two'] })
      const payment = await claimed(opened.ledger, input)
      expect(payment).toEqual({
        priceWords: null,
        id: input.id,
        state: 'claimed',
        epoch: 1,
        offerId: 'market-price',
        fingerprint: 'fingerprint',
        protocol: 'x402',
        network: input.network,
        asset: input.asset,
        payer: payer.toLowerCase(),
        payTo: input.payTo,
        amount: 7500n,
        authorization: input.authorization,
        credentialHash: input.credentialHash,
        client: input.client,
        keys: ['key one', 'key two'],
        free: false,
        instance: 'here',
        leaseUntil: input.leaseUntil,
        claimedAt: noon,
        servedAt: null,
        settledAt: null,
        reason: null,
        claimBlock: 100n,
        bound: false,
        theft: false,
        timing: 'after',
        runs: 0,
        transaction: null,
        blockNumber: null,
        blockHash: null,
        logIndex: null,
        final: false,
      })
      expect(await opened.ledger.find(input.id)).toEqual(payment)
      expect(await opened.ledger.findByIdentity(input.identities[0]!)).toEqual(payment)
      expect(await opened.ledger.hotByIdentity(input.identities[0]!)).toEqual(payment)
    })

    test('finds nothing in an empty ledger', async () => {
      await using opened = await open()
      expect(await opened.ledger.find('00'.repeat(16))).toBeUndefined()
      expect(await opened.ledger.findByCredential('none')).toBeUndefined()
      expect(await opened.ledger.findByIdentity('none')).toBeUndefined()
      expect(await opened.ledger.answer('00'.repeat(16))).toBeUndefined()
    })

    test('one payment sent 100 times at once is claimed once, and all others see the row that holds it', async () => {
      await using opened = await open()
      const nonce = bytes32(0xbeef)
      const results = await Promise.all(Array.from({ length: 100 }, () => opened.ledger.claim(claimOf({ nonce }))))
      const winner = results.find(({ result }) => result === 'claimed')
      expect(results.filter(({ result }) => result === 'claimed')).toHaveLength(1)
      for (const loser of results.filter((result) => result !== winner)) expect(loser).toEqual({ ...winner, result: 'taken' })
    })

    test('a nonce belongs to network and payer: others may use the same number', async () => {
      await using opened = await open()
      const nonce = bytes32(0xcafe)
      const results = await Promise.all([
        opened.ledger.claim(claimOf({ nonce })),
        opened.ledger.claim(claimOf({ nonce, payer: wallet(2) })),
        opened.ledger.claim(claimOf({ nonce, network: polygon })),
      ])
      expect(results.map(({ result }) => result)).toEqual(['claimed', 'claimed', 'claimed'])
    })

    test('is refused if one of several identities is taken, and then keeps none of them', async () => {
      await using opened = await open()
      const first = await claimed(opened.ledger, claimOf({ identities: ['log 1'] }))
      expect(await opened.ledger.claim(claimOf({ identities: ['log 2', 'log 1'] }))).toEqual({ result: 'taken', payment: first })
      expect(await opened.ledger.findByIdentity('log 2')).toBeUndefined()
    })

    test('a released payment is claimed again in its row, with everything that the new request brought', async () => {
      await using opened = await open()
      const nonce = bytes32(0xf00d)
      const first = await claimed(opened.ledger, claimOf({ nonce, keys: ['old key'] }))
      await released(opened.ledger, first)
      const again = claimOf({
        nonce,
        offerId: 'other',
        fingerprint: 'else',
        client: '192.0.2.9',
        keys: ['new key'],
        instance: 'there',
        credentialHash: 'c2',
        block: 200n,
        now: noon + 500,
      })
      const payment = await claimed(opened.ledger, again)
      expect(payment).toMatchObject({
        id: first.id,
        state: 'claimed',
        epoch: 3,
        offerId: 'other',
        fingerprint: 'else',
        client: '192.0.2.9',
      })
      expect(payment).toMatchObject({
        keys: ['new key'],
        instance: 'there',
        credentialHash: 'c2',
        claimBlock: 200n,
        claimedAt: noon + 500,
        reason: null,
      })
      expect(await opened.ledger.find(again.id)).toBeUndefined()
      expect(await opened.ledger.findByIdentity(again.identities[0]!)).toEqual(payment)
      // Whoever held it before has lost it.
      expect(await released(opened.ledger, first)).toBeUndefined()
    })

    test.each([
      ['served', served],
      ['settled', settled],
      ['uncharged', async (...[ledger, input]: Parameters<typeof claimed>) => uncharged(ledger, await claimed(ledger, input))],
    ] as const)('a payment in %s is taken for good', async (state, bring) => {
      await using opened = await open()
      const nonce = bytes32(0xd00d)
      const first = await bring(opened.ledger, claimOf({ nonce }))
      expect(first).toMatchObject({ state })
      expect(await opened.ledger.claim(claimOf({ nonce }))).toEqual({ result: 'taken', payment: first })
    })
  })

  describe('idempotency keys', () => {
    const key = scopedKey(wallet(1), 'idempotency-key', 'purchase-1')

    test('name the first payment, whichever payment comes with them later', async () => {
      await using opened = await open()
      const first = await served(opened.ledger, claimOf({ keys: [key] }))
      expect(await opened.ledger.claim(claimOf({ keys: ['another', key] }))).toEqual({ result: 'key_taken', payment: first })
    })

    test('are checked after the identity', async () => {
      await using opened = await open()
      const nonce = bytes32(0xa1)
      await claimed(opened.ledger, claimOf({ keys: [key] }))
      const other = await claimed(opened.ledger, claimOf({ nonce }))
      expect(await opened.ledger.claim(claimOf({ nonce, keys: [key] }))).toEqual({ result: 'taken', payment: other })
    })

    test('of a released payment are free again, for itself and for others', async () => {
      await using opened = await open()
      const nonce = bytes32(0xa2)
      await released(opened.ledger, await claimed(opened.ledger, claimOf({ nonce, keys: [key] })))
      const other = await claimed(opened.ledger, claimOf({ keys: [key] }))
      expect(await opened.ledger.claim(claimOf({ nonce, keys: [key] }))).toEqual({ result: 'key_taken', payment: other })
      await claimed(opened.ledger, claimOf({ nonce }))
      // Taking the first up again without its key left the key with the other.
      expect(await opened.ledger.claim(claimOf({ keys: [key] }))).toEqual({ result: 'key_taken', payment: other })
    })

    test('of a refused payment are free again, for a new payment only', async () => {
      await using opened = await open()
      const nonce = bytes32(0xa3)
      const { id } = await served(opened.ledger, claimOf({ nonce, keys: [key] }))
      const refused = (await opened.ledger.refuse({ id, reason: 'cancelled', at: noon }))!
      expect(await opened.ledger.claim(claimOf({ nonce, keys: [key] }))).toEqual({ result: 'taken', payment: refused })
      const anew = await claimed(opened.ledger, claimOf({ keys: [key] }))
      expect(await opened.ledger.claim(claimOf({ keys: [key] }))).toEqual({ result: 'key_taken', payment: anew })
    })

    test('one key with 50 payments at once buys once', async () => {
      await using opened = await open()
      const results = await Promise.all(Array.from({ length: 50 }, () => opened.ledger.claim(claimOf({ keys: [key] }))))
      expect(results.filter(({ result }) => result === 'claimed')).toHaveLength(1)
      expect(results.filter(({ result }) => result === 'key_taken')).toHaveLength(49)
    })
  })

  describe('uncharged runs', () => {
    const unchargedRuns = runLimits({ limit: 2 })
    const nextHour = '2026-11-21T13'

    test('stop the payer from any address and the address with any wallet, for the hour', async () => {
      await using opened = await open()
      const { ledger } = opened
      await released(ledger, await claimed(ledger, claimOf({ unchargedRuns })), true)
      await uncharged(ledger, await claimed(ledger, claimOf({ unchargedRuns })), true)
      const result = 'too_many_uncharged_runs'
      expect(await ledger.claim(claimOf({ unchargedRuns, client: '192.0.2.2' }))).toEqual({ result, by: 'payer' })
      expect(await ledger.claim(claimOf({ unchargedRuns, payer: wallet(2) }))).toEqual({ result, by: 'client' })
      await claimed(ledger, claimOf({ unchargedRuns, payer: wallet(2), client: '192.0.2.2' }))
      await claimed(ledger, claimOf({ unchargedRuns: runLimits({ hour: nextHour, limit: 2 }) }))
    })

    test('do not include runs that are not counted', async () => {
      await using opened = await open()
      for (let run = 0; run < 5; run++) await released(opened.ledger, await claimed(opened.ledger, claimOf({ unchargedRuns })), false)
      for (let run = 0; run < 5; run++) await uncharged(opened.ledger, await claimed(opened.ledger, claimOf({ unchargedRuns })), false)
    })

    test('include payments under way, so that a crowd of calls cannot pass the limit together', async () => {
      await using opened = await open()
      const results = await Promise.all(Array.from({ length: 9 }, () => opened.ledger.claim(claimOf({ unchargedRuns }))))
      expect(results.filter(({ result }) => result === 'claimed')).toHaveLength(2)
      expect(results.filter(({ result }) => result === 'too_many_uncharged_runs')).toHaveLength(7)
    })

    test('leave a payer that has settled as many calls under way as it settled, and free of what strangers did at its address', async () => {
      await using opened = await open()
      const { ledger } = opened
      for (let run = 0; run < 2; run++)
        await released(ledger, await claimed(ledger, claimOf({ unchargedRuns: runLimits({ limit: 2 }), payer: wallet(9) })), true)
      const trusted = runLimits({ limit: 2, settledHere: 5 })
      const results = await Promise.all(Array.from({ length: 9 }, () => ledger.claim(claimOf({ unchargedRuns: trusted }))))
      expect(results.filter(({ result }) => result === 'claimed')).toHaveLength(7)
    })

    test('of contract payers that were refused stop the contracts of the address, and nobody else there', async () => {
      await using opened = await open()
      const { ledger } = opened
      const limits = runLimits({ limit: 30, contractsPerClient: 1 })
      const payment = await served(ledger, claimOf({ unchargedRuns: limits, contract: true }))
      await ledger.refuse({ id: payment.id, reason: 'failed', at: noon, counted: { hour: limits.hour, contract: true } })
      const refused = { result: 'too_many_uncharged_runs', by: 'contract' }
      expect(await ledger.claim(claimOf({ unchargedRuns: limits, payer: wallet(2), contract: true }))).toEqual(refused)
      await claimed(ledger, claimOf({ unchargedRuns: limits, payer: wallet(2) }))
      await claimed(ledger, claimOf({ unchargedRuns: { ...limits, settledHere: 1 }, payer: wallet(3), contract: true }))
    })

    test('include refused settlements', async () => {
      await using opened = await open()
      const { ledger } = opened
      for (let run = 0; run < 2; run++) {
        const { id } = await served(ledger, claimOf({ unchargedRuns }))
        await ledger.refuse({ id, reason: 'failed', at: noon, counted: { hour: unchargedRuns.hour, contract: false } })
      }
      expect(await ledger.claim(claimOf({ unchargedRuns }))).toEqual({ result: 'too_many_uncharged_runs', by: 'payer' })
    })

    test('of a transfer without a proof count for the address alone, since anybody may present it', async () => {
      await using opened = await open()
      const { ledger } = opened
      const transfer = transferOf({ unchargedRuns })
      for (let run = 0; run < 2; run++) await released(ledger, await claimedTransfer(ledger, transfer), true)
      expect(await ledger.claimTransfer(transfer)).toEqual({ result: 'too_many_uncharged_runs', by: 'client' })
      await claimed(ledger, claimOf({ unchargedRuns, payer: transfer.payer, client: '192.0.2.77' }))
    })
  })

  describe('unsettled payments', () => {
    const unsettled = { base: 2, max: 5 }

    test('of a new payer are limited, also when its calls come together', async () => {
      await using opened = await open()
      const { ledger } = opened
      const results = await Promise.all(Array.from({ length: 6 }, () => ledger.claim(claimOf({ unsettled }))))
      const admitted = results.flatMap((one) => (one.result === 'claimed' ? [one.payment] : []))
      expect(admitted).toHaveLength(2)
      expect(results.filter(({ result }) => result === 'too_many_unsettled')).toHaveLength(4)
      await claimed(ledger, claimOf({ unsettled, payer: wallet(2) }))
      await ledger.serve({ ...admitted[0]!, answer: hello, at: noon })
      await ledger.settle([settlementOf(admitted[0]!.id)])
      await claimed(ledger, claimOf({ unsettled }))
      expect(await ledger.claim(claimOf({ unsettled }))).toEqual({ result: 'too_many_unsettled', limit: 2 })
    })

    test('may be as many more as the payer has settled, up to a maximum', async () => {
      await using opened = await open()
      const { ledger } = opened
      const unchargedRuns = runLimits({ settledHere: 100 })
      for (let payments = 0; payments < 5; payments++) await claimed(ledger, claimOf({ unsettled, unchargedRuns }))
      expect(await ledger.claim(claimOf({ unsettled, unchargedRuns }))).toEqual({ result: 'too_many_unsettled', limit: 5 })
    })

    test('do not stop a repeat of a payment that is on record', async () => {
      await using opened = await open()
      const { ledger } = opened
      const inputs = [claimOf({ unsettled }), claimOf({ unsettled })]
      for (const input of inputs) await claimed(ledger, input)
      expect(await ledger.claim(inputs[0]!)).toMatchObject({ result: 'taken' })
    })
  })
}
