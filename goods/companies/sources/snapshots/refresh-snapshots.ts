import type { Clock, Timers } from '../../../../src/goods/kit/parts.ts'
import type { LineStore } from '../../../../src/goods/kit/store.ts'
import type { CompanyRegister } from '../company-register.ts'
import { keptAs, sightingOf } from './company-snapshots.ts'
import { dropForgotten } from './drop-forgotten.ts'
import { dueWatches, postponeRefresh } from './due-watches.ts'
import { keepSnapshot } from './keep-snapshot.ts'
import { keepNotFound } from './not-in-register.ts'

export interface RefreshParts {
  /** Those that publish no changes. */
  readonly registers: readonly CompanyRegister[]
  /** The one that all instances share. */
  readonly store: LineStore
  readonly clock: Clock
  readonly timers: Timers
  /** Between two requests to one register, so that callers find room in its limit. */
  readonly pauseMs?: number
  /** The most records of one register in one run. */
  readonly maxRecords?: number
  readonly simulated?: boolean
}

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
const watchedFor = 90 * dayMs
const keptFor = 400 * dayMs
/** A register that does not answer makes a run long, and the lease of the job must outlast the run. */
const maxRunMs = 5 * minuteMs
const tryAgainMs = 60 * minuteMs
const maxDropped = 500

/**
 * The job that asks again for the records that are due, one register beside the other, and drops what is no longer asked for. A register
 * that does not answer, or whose limit is reached, is left alone until the next run.
 * @throws StoreFailed
 */
export function createSnapshotRefresh(parts: RefreshParts): (signal: AbortSignal) => Promise<void> {
  const { registers, store, clock } = parts
  return async (signal) => {
    const now = clock.now()
    await store.write(dropForgotten, { askedBefore: now - watchedFor, seenBefore: now - keptFor, limit: maxDropped })
    await Promise.all(registers.filter(({ source }) => source.enabled).map((register) => refreshRegister(register, parts, signal)))
  }
}

async function refreshRegister(register: CompanyRegister, parts: RefreshParts, signal: AbortSignal): Promise<void> {
  const { store, clock, timers, pauseMs = 400, maxRecords = 500, simulated = false } = parts
  const source = keptAs(register, simulated)
  const startedAt = clock.now()
  const due = await store.read(dueWatches, { source, now: startedAt, limit: maxRecords })
  for (const [index, registerNumber] of due.entries()) {
    if (index > 0) await timers.sleep(pauseMs, signal)
    if (signal.aborted || clock.now() - startedAt > maxRunMs) return
    const found = await register.byNumber(registerNumber, signal)
    if (found.status === 'unavailable' && found.reason === 'busy') return
    if (found.status === 'not_found') await keepNotFound(store, { source, registerNumber }, found)
    if (found.status === 'found') await store.write(keepSnapshot, { source, registerNumber, ...sightingOf(found) })
    // A record that can't be read, or that only an old answer shows, must not hold up the others.
    const nextRefreshAt = clock.now() + (found.status === 'not_found' ? dayMs : tryAgainMs)
    await store.write(postponeRefresh, { source, registerNumber, nextRefreshAt })
    if (found.status === 'unavailable' && found.reason !== 'not_understood') return
  }
}
