import type { Store } from '../../store/store.ts'
import { utcDay, type Clock } from '../../shared/clock.ts'
import type { Picodollars } from './picodollars.ts'
import { correctSpending, reserveSpending, spendingOf } from './spending-rows.ts'

/** An amount that was added to the spending of a day before a call. */
export interface BudgetReservation {
  /** Replaces it by what the call did cost. Without that the reserved amount stays spent, as after a crash. */
  correct(cost: Picodollars): Promise<void>
}

/** What the answers of a model may cost in a day. All instances that share the store share it, and a restart changes nothing. */
export interface DayBudget {
  /** What is left today, less what is held. This process learns what others spend with its next own call, or with `refresh`. */
  left(): Picodollars
  /** Keeps an amount free in this process, for a call whose payment is about to be claimed. */
  hold(amount: Picodollars): { release(): void }
  /** Adds the amount to the spending of today; null where it does not fit. */
  reserve(amount: Picodollars): Promise<BudgetReservation | null>
  /** What today has cost so far, with what is reserved. */
  spent(): Promise<Picodollars>
  refresh(): Promise<void>
}

export function createDayBudget(limit: Picodollars, { store, clock }: { readonly store: Store; readonly clock: Clock }): DayBudget {
  let known = { day: '', spent: 0n }
  let held = 0n
  const today = () => utcDay(clock.now())
  const spentAsKnown = () => (known.day === today() ? known.spent : 0n)

  function learn(day: string, spent: bigint): void {
    if (day >= known.day) known = { day, spent }
  }

  async function spent(): Promise<bigint> {
    const day = today()
    const sum = await store.read(spendingOf, { day })
    learn(day, sum)
    return sum
  }

  return {
    left: () => limit - spentAsKnown() - held,
    hold(amount) {
      held += amount
      let isHeld = true
      return {
        release() {
          if (isHeld) held -= amount
          isHeld = false
        },
      }
    },
    async reserve(amount) {
      const day = today()
      const sum = await store.write(reserveSpending, { day, amount, limit })
      if (sum === null) {
        await spent()
        return null
      }
      learn(day, sum)
      return {
        async correct(cost) {
          // A call that began before midnight belongs to the day on which it was reserved.
          learn(day, await store.write(correctSpending, { day, difference: cost - amount }))
        },
      }
    },
    spent,
    refresh: async () => void (await spent()),
  }
}
