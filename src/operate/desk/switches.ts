import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import type { KeptRows } from './kept-rows.ts'

/** An offer or a network that an operator has switched off, and who did. */
export interface SwitchRow {
  readonly by: string
  readonly at: number
}

export type Switched = 'offer' | 'network'

/** Offers and networks that an operator switches off and on while the service sells; all instances on one ledger have the same. */
export interface Switches {
  isOn(what: Switched, id: string): boolean
  /** What is off, in the order of kinds and ids. */
  off(): readonly (SwitchRow & { readonly what: Switched; readonly id: string })[]
  /** @throws OperatorError where there is no such offer or network */
  set(what: Switched, id: string, on: boolean, by: string): Promise<void>
  /** Takes over what other instances have switched. To be called every second or two, and before anything is sold. */
  refresh(): Promise<void>
}

export function createSwitches(parts: {
  readonly rows: KeptRows<SwitchRow>
  /** Ids that can be switched off. */
  readonly known: (what: Switched) => readonly string[]
  /** Sells the list of offers again, without those that are off. */
  readonly sell: () => Promise<void>
  readonly clock: Clock
  readonly log: Log
}): Switches {
  const { rows, known, sell, clock, log } = parts
  let off = new Map<string, SwitchRow>()
  const keyOf = (what: Switched, id: string) => `${what}/${id}`

  async function refresh(): Promise<void> {
    const next = new Map((await rows.list({ limit: 1_000 })).map(({ key, row }) => [key, row]))
    const offers = (map: ReadonlyMap<string, SwitchRow>) => [...map.keys()].filter((key) => key.startsWith('offer/')).join()
    const before = offers(off)
    off = next
    if (offers(next) !== before) await sell()
  }

  return {
    isOn: (what, id) => !off.has(keyOf(what, id)),
    off: () =>
      [...off].map(([key, row]) => {
        const [what, id] = [key.slice(0, key.indexOf('/')), key.slice(key.indexOf('/') + 1)]
        return { ...row, what: what as Switched, id }
      }),
    refresh,
    async set(what, id, on, by) {
      if (!off.has(keyOf(what, id)) && !known(what).includes(id)) throw new OperatorError(`there is no ${what} ${id}`)
      if (on) await rows.remove(keyOf(what, id))
      else await rows.update(keyOf(what, id), (row) => row ?? { by, at: clock.now() })
      log.warn({ what, id, by }, on ? 'the operator has switched something on again' : 'the operator has switched something off')
      await refresh()
    },
  }
}
