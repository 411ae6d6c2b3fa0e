import { describe, expect, test } from 'vitest'
import { newSlot, recordSendResult } from '../queue/open-slot.ts'
import type { OpenSlot } from '../queue/open-slot.ts'
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

  test('gets no higher fee when no node ever accepted it, without money or without an answer', () => {
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

  test('is sent again when the clock has been put back, and then waits as if it had been sent now', () => {
    const later = slot({ sentAt: now + 600_000, pooledSince: now + 600_000, passedSince: now + 600_000 })
    expect(isOverdue(later, patience, now)).toBe(true)
    expect(slotStep({ ...later, passedSince: null }, 7, patience, now)).toBe('rebroadcast')
    recordSendResult(later, 'already_known', now)
    expect(later).toMatchObject({ sentAt: now, pooledSince: now })
    recordSendResult(later, 'nonce_too_low', now)
    expect(later.passedSince).toBe(now)
  })

  test('is given up only when its nonce has been used for a while and none of its hashes showed up', () => {
    expect(step({ passedSince: now - 3_999 }, 8)).toBe('wait')
    expect(step({ passedSince: now - 4_000 }, 8)).toBe('abandon')
    expect(step({ passedSince: now - 4_000 }, 7)).not.toBe('abandon')
  })
})

describe("a node's answer to a transaction", () => {
  test('is recorded: a pool that knew it keeps its age, one that had lost it starts again', () => {
    const known = slot({ pooledSince: 5 })
    recordSendResult(known, 'already_known', now)
    expect(known).toMatchObject({ pooledSince: 5, sentAt: now })
    recordSendResult(known, 'accepted', now)
    expect(known.pooledSince).toBe(now)
  })

  test('counts refusals until one is accepted', () => {
    const refused = slot({ pooledSince: null })
    recordSendResult(refused, 'rejected', now)
    recordSendResult(refused, 'rejected', now)
    expect(refused.rejections).toBe(2)
    recordSendResult(refused, 'accepted', now)
    expect(refused.rejections).toBe(0)
  })

  test('changes nothing when no answer came or money is missing', () => {
    const silent = slot({ pooledSince: null })
    recordSendResult(silent, 'unreachable', now)
    recordSendResult(silent, 'no_gas_money', now)
    expect(silent).toEqual(slot({ pooledSince: null, sentAt: now }))
  })
})
