import type { Cancel, Timers } from '../../shared/clock.ts'
import type { PendingSettlement } from '../settlements.ts'

/** Collects payments until a batch leaves: when it is full, or some time after its first one. */
export interface BatchQueue {
  readonly size: number
  add(settlement: PendingSettlement): void
  /** Puts payments back at the front, to leave after a pause; without those that have ended. */
  putBack(settlements: readonly PendingSettlement[], pauseMs: number): void
  /** A signer can send again: batches that are due leave now. */
  wake(): void
  /** From now on everything leaves as soon as a signer can send. */
  flush(): void
}

export function createBatchQueue(parts: {
  readonly timers: Timers
  readonly batchSize: number
  /** Pause before asking again whether a batch may leave. */
  readonly retryMs: number
  /** How long a batch collects at this moment. */
  readonly collectMs: () => number
  /** How long it collects while nobody waits for any of its payments. */
  readonly earlyMs?: number
  /** Whether a batch may leave at this moment. */
  readonly canSend: () => boolean
  /** Called with a batch that leaves; its payments are in `sending`. */
  readonly onBatch: (batch: PendingSettlement[]) => void
}): BatchQueue {
  let waiting: PendingSettlement[] = []
  let timer: Cancel | null = null
  /** The timer runs for payments for which nobody waits. */
  let patient = false
  let due = false
  let flushing = false

  /** How long a batch collects that begins now. */
  function collect(): void {
    const collectMs = parts.collectMs()
    const patientMs = Math.max(collectMs, parts.earlyMs ?? 0)
    if (patientMs > collectMs && waiting.every(isEarly)) arm(patientMs, true)
    else arm(collectMs)
  }

  function arm(ms: number, forEarly = false): void {
    timer?.()
    patient = forEarly
    timer = parts.timers.after(ms, () => {
      timer = null
      due = true
      leave()
    })
  }

  function leave(): void {
    // Some may have been found in a stored transaction since they were added, and some of these were put back: each leaves once.
    waiting = [...new Set(waiting)].filter((settlement) => settlement.phase === 'queue')
    while (waiting.length > 0 && (due || flushing || waiting.length >= parts.batchSize)) {
      if (!parts.canSend()) {
        due = true
        if (timer === null) arm(parts.retryMs)
        return
      }
      const batch = waiting.splice(0, parts.batchSize)
      for (const settlement of batch) settlement.phase = 'sending'
      due = waiting.length > 0 && due
      parts.onBatch(batch)
    }
    if (waiting.length === 0) {
      timer?.()
      timer = null
      due = false
    } else if (timer === null) {
      collect()
    }
  }

  return {
    get size() {
      return waiting.length
    },
    add(settlement) {
      settlement.phase = 'queue'
      waiting.push(settlement)
      if (flushing || waiting.length >= parts.batchSize) leave()
      else if (due) return
      else if (timer === null || (patient && !isEarly(settlement))) collect()
    },
    putBack(settlements, pauseMs) {
      // One may have ended meanwhile, such as a payment that the ledger has lost: with it no batch could be stored again.
      const left = settlements.filter(({ phase }) => phase !== 'ended')
      for (const settlement of left) settlement.phase = 'queue'
      waiting.unshift(...left)
      if (waiting.length > 0 && timer === null) arm(pauseMs)
    },
    wake() {
      if (due) leave()
    },
    flush() {
      flushing = true
      leave()
    },
  }
}

/** Its answer has been sent, so nobody waits for it. One that is paid after it was owed is waited for. */
function isEarly({ payment }: PendingSettlement): boolean {
  return payment.timing === 'early' && payment.reason === null
}
