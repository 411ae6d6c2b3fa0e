import { describe, expect, test } from 'vitest'
import { instanceLeaseName, noOwner } from '../leases/ended-instances.ts'
import type { Ledger } from '../ledger.ts'
import { LeaseLost } from '../leases/leases.ts'
import {
  base,
  bytes32,
  claimed,
  claimOf,
  hello,
  hourMs,
  minuteMs,
  noon,
  polygon,
  released,
  served,
  today,
  wallet,
  type OpenLedger,
} from './open-ledger.fixture.ts'

const later = noon + minuteMs

function live(ledger: Ledger, instance: string, until: number): Promise<boolean> {
  return ledger.takeLease({ name: instanceLeaseName(instance), owner: instance, until, now: noon, force: false })
}

function giveBack(ledger: Ledger, instance: string, at = noon): Promise<boolean> {
  return ledger.takeLease({ name: instanceLeaseName(instance), owner: noOwner, until: at, now: at, force: true })
}

export function instancesContract(open: OpenLedger): void {
  describe('an instance whose own lease', () => {
    const asked = { now: noon, instance: 'here', allInstances: false, limit: 10 }

    test('has run out leaves everything to others, and one that is valid nothing', async () => {
      await using opened = await open()
      const { ledger } = opened
      await live(ledger, 'gone', noon + 10)
      await live(ledger, 'lives', noon + 11)
      const theirs = { leaseUntil: later, instance: 'gone' }
      const left = [await claimed(ledger, claimOf(theirs)), await served(ledger, claimOf({ ...theirs, leaseUntil: later + 1 }))]
      await claimed(ledger, claimOf({ leaseUntil: later, instance: 'lives' }))
      await claimed(ledger, claimOf({ leaseUntil: later, instance: 'of an earlier version' }))
      await claimed(ledger, claimOf({ leaseUntil: later, instance: 'here' }))
      expect(await ledger.orphans({ ...asked, endedBy: noon + 9 })).toEqual([])
      expect(await ledger.orphans({ ...asked, endedBy: noon + 10 })).toEqual(left)
      expect(await ledger.orphans({ ...asked, endedBy: noon + 10, limit: 1 })).toEqual([left[0]])
    })

    test('was released leaves everything at once, whatever time the other instance knows', async () => {
      await using opened = await open()
      const { ledger } = opened
      await live(ledger, 'gone', later)
      const theirs = { leaseUntil: later, instance: 'gone' }
      const interrupted = await claimed(ledger, claimOf({ ...theirs, network: polygon }))
      const left = await served(ledger, claimOf({ ...theirs, leaseUntil: later + 1 }))
      await served(ledger, claimOf({ ...theirs, network: polygon }))
      expect(await ledger.orphans({ ...asked, networks: [base] })).toEqual([])
      await giveBack(ledger, 'gone')
      expect(await ledger.orphans({ ...asked, networks: [base] })).toEqual([interrupted, left])
    })

    test('is missing keeps what it has for as long as that is leased, and its own rows are never its orphans', async () => {
      await using opened = await open()
      const { ledger } = opened
      const old = await claimed(ledger, claimOf({ leaseUntil: noon, instance: 'of an earlier version' }))
      await claimed(ledger, claimOf({ leaseUntil: later, instance: 'of an earlier version' }))
      await giveBack(ledger, 'here')
      await claimed(ledger, claimOf({ leaseUntil: later, instance: 'here' }))
      expect(await ledger.orphans({ ...asked, endedBy: later })).toEqual([old])
    })

    test('was renewed after the rows were read keeps what it has', async () => {
      await using opened = await open()
      const { ledger } = opened
      await live(ledger, 'stalled', noon)
      const mine = await claimed(ledger, claimOf({ leaseUntil: later, instance: 'stalled' }))
      const old = await claimed(ledger, claimOf({ leaseUntil: noon, instance: 'stalled' }))
      const rows = await ledger.orphans({ ...asked, endedBy: noon })
      expect(rows).toEqual([old, mine])
      expect(await live(ledger, 'stalled', later)).toBe(true)
      const taking = { rows, instance: 'here', leaseUntil: later, abandonedAt: { now: noon, endedBy: noon } }
      expect((await ledger.adopt(taking)).map(({ id }) => id)).toEqual([old.id])
      expect(await ledger.serve({ ...mine, answer: hello, at: noon })).toMatchObject({ state: 'served', instance: 'stalled' })
    })

    test('has ended, both when the rows were read and when they are taken, loses what it has', async () => {
      await using opened = await open()
      const { ledger } = opened
      await live(ledger, 'gone', noon)
      const theirs = await claimed(ledger, claimOf({ leaseUntil: later, instance: 'gone' }))
      const rows = await ledger.orphans({ ...asked, endedBy: noon })
      expect(await ledger.adopt({ rows, instance: 'here', leaseUntil: later, abandonedAt: { now: noon, endedBy: noon } })).toMatchObject([
        { id: theirs.id, instance: 'here' },
      ])
    })

    test('was renewed is valid again', async () => {
      await using opened = await open()
      const { ledger } = opened
      await giveBack(ledger, 'there')
      expect(await live(ledger, 'there', later)).toBe(true)
      await claimed(ledger, claimOf({ leaseUntil: later, instance: 'there' }))
      expect(await ledger.orphans({ ...asked, endedBy: noon })).toEqual([])
    })

    test("ran out while it works loses what was taken over: it can't serve, release or uncharge its claim", async () => {
      await using opened = await open()
      const { ledger } = opened
      await live(ledger, 'stalled', noon)
      const mine = await claimed(ledger, claimOf({ leaseUntil: later, instance: 'stalled' }))
      const rows = await ledger.orphans({ ...asked, endedBy: noon })
      const [theirs] = await ledger.adopt({ rows, instance: 'here', leaseUntil: later })
      await released(ledger, theirs!)
      expect(await ledger.serve({ ...mine, answer: hello, at: noon, claimed: mine })).toBeUndefined()
      expect(await ledger.uncharge({ ...mine, answer: hello, reason: 'none', counted: null, at: noon })).toBeUndefined()
      expect(await released(ledger, mine)).toBeUndefined()
      expect(await ledger.extendLease({ ...mine, leaseUntil: later })).toBe(false)
      expect(await ledger.find(mine.id)).toMatchObject({ state: 'released', servedAt: null })
      expect(await ledger.answer(mine.id)).toBeUndefined()
    })

    test('ended an hour ago is dropped; one that may still matter is not', async () => {
      await using opened = await open()
      const { ledger } = opened
      await giveBack(ledger, 'forgotten', noon)
      await giveBack(ledger, 'known', noon + 1)
      const lease = { owner: 'forgotten', until: noon, now: noon, force: false }
      await ledger.takeLease({ ...lease, name: 'job:archive' })
      expect(await ledger.expire({ now: noon + hourMs, limit: 100 })).toBe(1)
      await claimed(ledger, claimOf({ leaseUntil: later, instance: 'forgotten' }))
      const left = await claimed(ledger, claimOf({ leaseUntil: later, instance: 'known' }))
      expect(await ledger.orphans(asked)).toEqual([left])
    })
  })

  describe('named leases of an instance', () => {
    const held = { name: 'settler:signer', owner: 'there', until: later, now: noon, force: false }
    const wanted = { ...held, owner: 'here' }

    test('that has ended can be taken at once, those of a running one cannot', async () => {
      await using opened = await open()
      const { ledger } = opened
      await ledger.takeLease(held)
      expect(await ledger.takeLease({ ...wanted, endedBy: later })).toBe(false)
      await live(ledger, 'there', noon + 10)
      expect(await ledger.takeLease({ ...wanted, endedBy: noon + 9 })).toBe(false)
      expect(await ledger.takeLease({ ...wanted, endedBy: noon + 10 })).toBe(true)
      expect(await ledger.takeLease({ ...held, endedBy: noon + 10 })).toBe(false)
    })

    test('that released its own can be taken by one of many', async () => {
      await using opened = await open()
      const { ledger } = opened
      await live(ledger, 'there', later)
      await ledger.takeLease(held)
      expect(await ledger.takeLease(wanted)).toBe(false)
      await giveBack(ledger, 'there')
      const taken = await Promise.all(Array.from({ length: 9 }, (_, index) => ledger.takeLease({ ...wanted, owner: `heir ${index}` })))
      expect(taken.filter(Boolean)).toHaveLength(1)
    })

    test('are free when they were never taken, ran out, or their owner has ended', async () => {
      await using opened = await open()
      const { ledger } = opened
      await ledger.takeLease({ ...held, name: 'held' })
      await ledger.takeLease({ ...held, name: 'ran out', until: noon })
      await ledger.takeLease({ ...held, name: 'left', owner: 'gone' })
      await live(ledger, 'gone', noon + 10)
      await ledger.takeLease({ ...wanted, name: 'ours' })
      const asked = { names: ['left', 'held', 'never taken', 'ran out', 'ours'], owner: 'here', now: noon }
      expect(await ledger.freeLeases(asked)).toEqual(['never taken', 'ran out', 'ours'])
      expect(await ledger.freeLeases({ ...asked, endedBy: noon + 10 })).toEqual(['left', 'never taken', 'ran out', 'ours'])
      expect(await ledger.freeLeases({ ...asked, names: [] })).toEqual([])
    })
  })

  describe('an instance that owns a signer', () => {
    const signer = wallet(0x519)
    const slot = { network: base, signer, nonce: 7 }
    const transaction = { hash: bytes32(1), raw: '0x02f8ff', maxFeePerGas: 1n, maxPriorityFeePerGas: 1n, storedAt: noon } as const
    const lease = { name: 'settler:signer', owner: 'here', until: noon, now: noon, force: false }
    const holder = { lease: lease.name, owner: 'here' }

    test('stores and closes as long as no other instance took it, even if its lease has run out', async () => {
      await using opened = await open()
      const { ledger } = opened
      await ledger.takeLease(lease)
      const { id } = await served(ledger, claimOf())
      await ledger.recordTransaction({ ...slot, transaction, payments: [id], at: noon, holder })
      expect(await ledger.find(id)).toMatchObject({ state: 'settling', transaction: bytes32(1) })
      await ledger.closeSlot({ ...slot, state: 'mined', gasGwei: 5n, day: today, holder })
      expect(await ledger.openSlots(slot)).toEqual([])
      expect((await ledger.networkSpending({ ...slot, day: today })).gwei).toBe(5n)
    })

    test('stores nothing and closes nothing once another instance has it', async () => {
      await using opened = await open()
      const { ledger } = opened
      await ledger.takeLease(lease)
      await ledger.recordTransaction({ ...slot, transaction, payments: [], at: noon, holder })
      const { id } = await served(ledger, claimOf())
      await ledger.takeLease({ ...lease, owner: 'there', until: later })
      const second = { ...slot, nonce: 8, transaction: { ...transaction, hash: bytes32(2) }, payments: [id], at: noon, holder }
      await expect(ledger.recordTransaction(second)).rejects.toThrow(LeaseLost)
      await expect(ledger.closeSlot({ ...slot, state: 'abandoned', gasGwei: 5n, day: today, holder })).rejects.toThrow(LeaseLost)
      await expect(ledger.reopenSlot({ ...slot, holder })).rejects.toThrow(LeaseLost)
      expect(await ledger.highestNonce(slot)).toBe(7)
      expect(await ledger.openSlots(slot)).toMatchObject([{ nonce: 7, state: 'open' }])
      expect(await ledger.find(id)).toMatchObject({ state: 'served', transaction: null })
      expect((await ledger.networkSpending({ ...slot, day: today })).gwei).toBe(0n)
      await ledger.releaseLease({ name: lease.name, owner: 'there' })
      await expect(ledger.recordTransaction(second)).rejects.toThrow(LeaseLost)
    })

    test('has stored before another instance takes it, or stores nothing', async () => {
      await using opened = await open()
      const { ledger } = opened
      for (let nonce = 0; nonce < 20; nonce++) {
        await ledger.takeLease({ ...lease, force: true })
        const record = { ...slot, nonce, transaction: { ...transaction, hash: bytes32(nonce) }, payments: [], at: noon, holder }
        const [stored, seen] = await Promise.all([
          ledger.recordTransaction(record).then(
            () => true,
            () => false,
          ),
          ledger.takeLease({ ...lease, owner: 'there' }).then(() => ledger.highestNonce(slot)),
        ])
        expect(seen).toBe(stored ? nonce : nonce - 1)
        if (!stored) await ledger.recordTransaction({ ...record, holder: { ...holder, owner: 'there' } })
      }
    })
  })
}
