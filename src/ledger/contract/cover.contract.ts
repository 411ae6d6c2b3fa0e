import { describe, expect, test } from 'vitest'
import {
  claimed,
  claimedTransfer,
  claimOf,
  polygon,
  released,
  served,
  settled,
  settlementOf,
  transferOf,
  uncharged,
  wallet,
  noon,
  type OpenLedger,
} from './open-ledger.fixture.ts'

export function coverContract(open: OpenLedger): void {
  describe('cover', () => {
    const poor = { balance: 20_000n, amount: 7500n }

    test('of ten payments at once from a wallet that covers two, two are admitted', async () => {
      await using opened = await open()
      const results = await Promise.all(Array.from({ length: 10 }, () => opened.ledger.claim(claimOf(poor))))
      expect(results.filter(({ result }) => result === 'claimed')).toHaveLength(2)
      expect(results.filter(({ result }) => result === 'not_covered')).toEqual(
        Array.from({ length: 8 }, () => ({ result: 'not_covered', outstanding: 15_000n })),
      )
    })

    test('a balance of exactly the amount is enough, and one unit less is not', async () => {
      await using opened = await open()
      expect(await opened.ledger.claim(claimOf({ balance: 7499n }))).toEqual({ result: 'not_covered', outstanding: 0n })
      await claimed(opened.ledger, claimOf({ balance: 7500n }))
    })

    test('each network and each payer has a balance of its own', async () => {
      await using opened = await open()
      const one = { balance: 7500n }
      await claimed(opened.ledger, claimOf(one))
      await claimed(opened.ledger, claimOf({ ...one, network: polygon }))
      await claimed(opened.ledger, claimOf({ ...one, payer: wallet(2) }))
      expect(await opened.ledger.claim(claimOf(one))).toMatchObject({ result: 'not_covered' })
    })

    test('what was released, uncharged or refused no longer owes anything', async () => {
      await using opened = await open()
      const { ledger } = opened
      const one = { balance: 7500n }
      await released(ledger, await claimed(ledger, claimOf(one)))
      await uncharged(ledger, await claimed(ledger, claimOf(one)))
      await ledger.refuse({ id: (await served(ledger, claimOf(one))).id, reason: 'invalid_transaction_state', at: noon })
      await claimed(ledger, claimOf(one))
    })

    test('a settlement counts until the balance was read at its block or later', async () => {
      await using opened = await open()
      await settled(opened.ledger, claimOf({ balance: 7500n, block: 100n }), 105n)
      expect(await opened.ledger.claim(claimOf({ balance: 7500n, block: 104n }))).toEqual({ result: 'not_covered', outstanding: 7500n })
      await claimed(opened.ledger, claimOf({ balance: 7500n, block: 105n }))
    })

    test('settlements of all later blocks count, of this payer on this network, and those that were reversed do not', async () => {
      await using opened = await open()
      const { ledger } = opened
      const ask = (block: bigint) => ledger.claim(claimOf({ balance: 0n, block }))
      for (let block = 101n; block <= 120n; block++) await settled(ledger, claimOf({ amount: block }), block)
      await settled(ledger, claimOf({ amount: 1_000n, payer: wallet(2) }), 103n)
      await settled(ledger, claimOf({ amount: 2_000n, network: polygon }), 103n)
      await settled(ledger, claimOf({ amount: 4_000n, network: polygon }), 121n)
      await claimedTransfer(ledger, transferOf({ amount: 16_000n, blockNumber: 104n }))
      await claimedTransfer(ledger, transferOf({ amount: 32_000n, blockNumber: 120n }))
      const gone = await settled(ledger, claimOf({ amount: 8_000n }), 102n)
      await ledger.unsettle({ id: gone.id, at: noon })
      await ledger.reverse({ id: gone.id, reason: 'reorganised_away', at: noon })
      const sumAbove = (block: bigint) =>
        Array.from({ length: Number(120n - block) }, (_, index) => block + BigInt(index) + 1n).reduce((a, b) => a + b, 0n)
      for (const block of [100n, 101n, 103n, 118n, 119n])
        expect(await ask(block)).toEqual({ result: 'not_covered', outstanding: sumAbove(block) })
      expect(await ask(120n)).toEqual({ result: 'not_covered', outstanding: 0n })
    })

    test('a settlement whose block vanished is owed again', async () => {
      await using opened = await open()
      const { id } = await served(opened.ledger, claimOf())
      await opened.ledger.settle([settlementOf(id, 101n)])
      await opened.ledger.unsettle({ id, at: noon })
      expect(await opened.ledger.claim(claimOf({ balance: 7500n, block: 200n }))).toEqual({ result: 'not_covered', outstanding: 7500n })
    })
  })
}
