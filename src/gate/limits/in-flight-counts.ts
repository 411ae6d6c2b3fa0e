import type { Cancel, Timers } from '../../shared/clock.ts'

/**
 * Paid calls of this process that are being answered: how many each client address has, and a queue for calls whose payer has too
 * many payments unsettled already.
 */
export interface InFlightCounts {
  /** A claim was made; `counts` where the limits of the address hold for it. */
  begin(call: { readonly payer: string; readonly client: string; readonly counts: boolean }): UnderWay
  ofClient(client: string): number
  /** Counts a claim of the address while it is made, so that claims at the same moment know of each other. */
  claiming(client: string): UnderWay
  /**
   * Resolves when a payment of this payer has ended and it is this call's turn, or after a moment, since other instances settle its
   * payments too. False where the time is over, or where too many calls of the payer wait already.
   */
  nextTurn(payer: string, untilMs: number): Promise<boolean>
}

export interface UnderWay {
  end(): void
}

/** Calls of one payer that wait. Further ones are refused at once. */
const maxWaiting = 64
/** Milliseconds after which the first call that waits looks again, without being called. */
const lookAgainMs = 250

export function createInFlightCounts({
  timers,
  now,
}: {
  readonly timers: Pick<Timers, 'after'>
  readonly now: () => number
}): InFlightCounts {
  const clients = new Map<string, number>()
  const waiting = new Map<string, ((isTurn: boolean) => void)[]>()
  /** When a call of the payer last looked by itself. */
  const lookedAt = new Map<string, number>()

  function count(client: string, change: 1 | -1): void {
    const calls = (clients.get(client) ?? 0) + change
    if (calls > 0) clients.set(client, calls)
    else clients.delete(client)
  }

  function leave(payer: string, one: (isTurn: boolean) => void): void {
    const left = (waiting.get(payer) ?? []).filter((other) => other !== one)
    if (left.length > 0) waiting.set(payer, left)
    else {
      waiting.delete(payer)
      lookedAt.delete(payer)
    }
  }

  /** Only the first looks by itself, so that a crowd that waits asks the ledger no more often than one call. */
  function mayLook(payer: string, one: (isTurn: boolean) => void): boolean {
    if (waiting.get(payer)?.[0] !== one || now() - (lookedAt.get(payer) ?? -Infinity) < lookAgainMs) return false
    lookedAt.set(payer, now())
    return true
  }

  return {
    begin({ payer, client, counts }) {
      if (counts) count(client, 1)
      let ended = false
      return {
        end() {
          if (ended) return
          ended = true
          if (counts) count(client, -1)
          waiting.get(payer)?.[0]?.(true)
        },
      }
    },
    claiming(client) {
      count(client, 1)
      return { end: () => count(client, -1) }
    },
    ofClient: (client) => clients.get(client) ?? 0,
    nextTurn(payer, untilMs) {
      const line = waiting.get(payer) ?? []
      const leftMs = untilMs - now()
      if (line.length >= maxWaiting || leftMs <= 0) return Promise.resolve(false)
      return new Promise((resolve) => {
        let cancel: Cancel = () => {}
        const turn = (isTurn: boolean) => {
          cancel()
          leave(payer, turn)
          resolve(isTurn)
        }
        waiting.set(payer, [...line, turn])
        const look = (left: number): void => {
          cancel = timers.after(Math.min(lookAgainMs, left), () => {
            if (left <= lookAgainMs) turn(false)
            else if (mayLook(payer, turn)) turn(true)
            else look(left - lookAgainMs)
          })
        }
        look(leftMs)
      })
    },
  }
}
