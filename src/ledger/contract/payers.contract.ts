import { describe, expect, test } from 'vitest'
import { claimed, claimOf, noonSeconds, released, wallet, type OpenLedger } from './open-ledger.fixture.ts'

const idOf = (number: number) => number.toString(16).padStart(32, '0')

export function payersContract(open: OpenLedger): void {
  describe('payers', () => {
    test('are listed in the order of their payments, archived ones included, from the one after a given one on', async () => {
      await using opened = await open()
      const { ledger } = opened
      await released(ledger, await claimed(ledger, claimOf({ id: idOf(1), payer: wallet(1) })))
      await released(ledger, await claimed(ledger, claimOf({ id: idOf(3), payer: wallet(3) })))
      await ledger.archive({ expiredBefore: noonSeconds + 3_600n, limit: 10 })
      await claimed(ledger, claimOf({ id: idOf(2), payer: wallet(2) }))
      await claimed(ledger, claimOf({ id: idOf(4), payer: wallet(1) }))
      const all = [1, 2, 3, 1].map((payer, index) => ({ id: idOf(index + 1), payer: wallet(payer) }))
      expect(await ledger.payersSince({ after: '', limit: 10 })).toEqual(all)
      expect(await ledger.payersSince({ after: idOf(1), limit: 2 })).toEqual(all.slice(1, 3))
      expect(await ledger.payersSince({ after: idOf(4), limit: 2 })).toEqual([])
    })
  })
}
