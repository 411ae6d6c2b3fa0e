import { describe, expect, test } from 'vitest'
import { newSlot, noteSent } from './open-slot.ts'
import type { OpenSlot } from './open-slot.ts'
import { isOverdue, slotStep } from './slot-step.ts'
import type { Patience } from './slot-step.ts'

const patience: Patience = { rebroadcastMs: 2_000, bumpMs: 3_000, foreignMs: 4_000, maxRejections: 3 }
const now = 1_000_000
const slot = (change: Partial<OpenSlot> = {}): OpenSlot => ({
  ...newSlot(7, [], [], 'batch'),
  sentAt: now - 100,
  pooledSince: now - 100,
  ...change,
})
const step = (change: Partial<OpenSlot>, accountNonce = 7) => slotStep(slot(change), accountNonce, patience, now)

describe('a slot without receipt', () => {
  test('waits while it was sent a moment ago', () => {
    expect(isOverdue(slot(), patience, now)).toBe(false)
    expect(step({})).toBe('wait')
  })

  test('is sent again first when this process has not sent it, however old it is', () => {
    expect(isOverdue(newSlot(7, [], [], 'batch'), patience, now)).toBe(true)
    expect(slotStep(newSlot(7, [], [], 'batch'), 7, patience, now)).toBe('rebroadcast')
  })

  test('is sent again when it should have been mined, and gets a higher fee when a node has held it for long', () => {
    expect(step({ sentAt: now - 2_000, pooledSince: now - 2_000 })).toBe('rebroadcast')
    expect(step({ sentAt: now - 2_000, pooledSince: now - 3_000 })).toBe('bump')
  })

  test('gets no higher fee when no node ever took it: for want of money, or of an answer', () => {
    expect(step({ sentAt: now - 60_000, pooledSince: null })).toBe('rebroadcast')
  })

  test('gets a higher fee at once when the node asks for one', () => {
    expect(isOverdue(slot({ underpriced: true }), patience, now)).toBe(true)
    expect(step({ underpriced: true })).toBe('bump')
  })

  test('makes way for later nonces when nodes keep refusing it', () => {
    expect(step({ rejections: 2, sentAt: now - 2_000, pooledSince: null })).toBe('rebroadcast')
    expect(step({ rejections: 3, pooledSince: null })).toBe('make-way')
  })

  test('is sent again when the clock was put back since, and then waits as if it had been sent now', () => {
    const later = slot({ sentAt: now + 600_000, pooledSince: now + 600_000, passedSince: now + 600_000 })
    expect(isOverdue(later, patience, now)).toBe(true)
    expect(slotStep({ ...later, passedSince: null }, 7, patience, now)).toBe('rebroadcast')
    noteSent(later, 'already_known', now)
    expect(later).toMatchObject({ sentAt: now, pooledSince: now })
    noteSent(later, 'nonce_too_low', now)
    expect(later.passedSince).toBe(now)
  })

  test('is given up only when its nonce has been used for a while and none of its hashes showed up', () => {
    expect(step({ passedSince: now - 3_999 }, 8)).toBe('wait')
    expect(step({ passedSince: now - 4_000 }, 8)).toBe('abandon')
    expect(step({ passedSince: now - 4_000 }, 7)).not.toBe('abandon')
  })
})

describe('what a node says to a transaction', () => {
  test('is noted: a pool that knew it keeps its age, one that had lost it begins anew', () => {
    const known = slot({ pooledSince: 5 })
    noteSent(known, 'already_known', now)
    expect(known).toMatchObject({ pooledSince: 5, sentAt: now })
    noteSent(known, 'accepted', now)
    expect(known.pooledSince).toBe(now)
  })

  test('counts refusals until one is taken', () => {
    const refused = slot({ pooledSince: null })
    noteSent(refused, 'rejected', now)
    noteSent(refused, 'rejected', now)
    expect(refused.rejections).toBe(2)
    noteSent(refused, 'accepted', now)
    expect(refused.rejections).toBe(0)
  })

  test('leaves everything as it was when nobody answered or money is missing', () => {
    const silent = slot({ pooledSince: null })
    noteSent(silent, 'unreachable', now)
    noteSent(silent, 'no_gas_money', now)
    expect(silent).toEqual(slot({ pooledSince: null, sentAt: now }))
  })
})
