import { describe, expect, test } from 'vitest'
import { authorizationIdentity, transferIdentity } from '../payments/identity.ts'
import type { ClaimTransferInput, Ledger } from '../ledger.ts'
import {
  base,
  bytes32,
  claimOf,
  claimed,
  claimedTransfer,
  fresh,
  noon,
  noonSeconds,
  released,
  served,
  settled,
  settledTransfer,
  settlementOf,
  transferOf,
  uncharged,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

export function transferAuthorizationContract(open: OpenLedger): void {
  describe('a transfer and its authorization', () => {
    const nonce = bytes32(0xa17)
    const byHash = (changes: Partial<ClaimTransferInput> = {}) => transferOf({ authorizationNonce: nonce, bound: true, ...changes })

    test.each([
      ['claimed', claimed],
      ['served', served],
      ['settled', settled],
      ['uncharged', async (ledger: Ledger, input: ReturnType<typeof claimOf>) => uncharged(ledger, await claimed(ledger, input))],
    ] as const)('%s by signature: its hash opens nothing, bound or not', async (_, bring) => {
      await using opened = await open()
      const { ledger } = opened
      const payment = await bring(ledger, claimOf({ nonce }))
      expect(await ledger.claimTransfer(byHash())).toEqual({ result: 'taken', payment })
      expect(await ledger.claimTransfer(byHash({ bound: false }))).toEqual({ result: 'taken', payment })
    })

    test('claimed by hash: the signature buys nothing', async () => {
      await using opened = await open()
      const payment = await claimedTransfer(opened.ledger, byHash())
      expect(await opened.ledger.claim(claimOf({ nonce }))).toEqual({ result: 'taken', payment })
    })

    test('claimed by both at once: one is admitted', async () => {
      await using opened = await open()
      const claims = Array.from({ length: 40 }, (_, index) =>
        index % 2 ? opened.ledger.claimTransfer(byHash(fresh())) : opened.ledger.claim(claimOf({ nonce })),
      )
      expect((await Promise.all(claims)).filter(({ result }) => result === 'claimed')).toHaveLength(1)
    })

    test('released by signature and then submitted by its payer: the hash is valid, and the signature no longer is', async () => {
      await using opened = await open()
      const { ledger } = opened
      await released(ledger, await claimed(ledger, claimOf({ nonce })))
      const payment = await claimedTransfer(ledger, byHash())
      expect(await ledger.claim(claimOf({ nonce }))).toEqual({ result: 'taken', payment })
      expect(await ledger.findByIdentity(authorizationIdentity(base, wallet(0xa55e7), wallet(1), nonce))).toEqual(payment)
    })

    test('the transfer that settled an authorization belongs to it, even for a claim that does not name the authorization', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await served(ledger, claimOf({ nonce }))
      const place = settlementOf(id)
      const [payment] = await ledger.settle([place])
      const hash = transferOf({ transaction: place.transaction, occurrence: place.occurrence, bound: true })
      expect(await ledger.findByIdentity(transferIdentity(hash))).toEqual(payment)
      expect(await ledger.claimTransfer(hash)).toEqual({ result: 'taken', payment })
      await ledger.finalize({ ids: [id] })
      expect(await ledger.archive({ expiredBefore: noonSeconds + 3600n, limit: 10 })).toBe(1)
      expect(await ledger.claimTransfer(hash)).toMatchObject({ result: 'taken', payment: { id } })
    })

    test("a settlement whose block vanished releases the transfer's key, and takes that of the transfer that paid in the end", async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await served(ledger, claimOf({ nonce }))
      const [first, second] = [settlementOf(id), { ...settlementOf(id, 102n), transaction: bytes32(0x7b) }]
      const key = ({ transaction, occurrence }: typeof first) => transferIdentity(transferOf({ transaction, occurrence }))
      await ledger.settle([first])
      await ledger.unsettle({ id, at: noon })
      expect(await ledger.findByIdentity(key(first))).toBeUndefined()
      await ledger.settle([second])
      expect(await ledger.findByIdentity(key(second))).toMatchObject({ id, state: 'settled' })
      expect(await ledger.findByIdentity(key(first))).toBeUndefined()
      expect(await ledger.findByIdentity(authorizationIdentity(base, wallet(0xa55e7), wallet(1), nonce))).toMatchObject({ id })
    })

    test('a settlement by a transfer that another payment holds is still settled, and leaves that payment the key', async () => {
      await using opened = await open()
      const { ledger } = opened
      const { id } = await served(ledger, claimOf({ nonce }))
      const place = settlementOf(id)
      const hash = transferOf({ transaction: place.transaction, occurrence: place.occurrence })
      const holder = await settledTransfer(ledger, hash)
      expect(await ledger.settle([place])).toMatchObject([{ id, state: 'settled' }])
      expect(await ledger.findByIdentity(transferIdentity(hash))).toEqual(holder)
    })
  })
}
