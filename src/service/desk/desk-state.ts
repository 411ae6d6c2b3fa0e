import { z } from 'zod'
import { openTable } from '../../goods/tables/open-table.ts'
import type { KeptRows } from '../../operate/desk/kept-rows.ts'
import { createSwitches, type Switched, type Switches } from '../../operate/desk/switches.ts'
import type { SessionRow } from '../../surfaces/desk/door/sessions.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Store } from '../../store/store.ts'
import { deskRows } from './open-wrong-now.ts'

/** What the desk keeps in the ledger's database, and what the service does because of it. */
export interface DeskState {
  readonly switches: Switches
  readonly sessions: KeptRows<SessionRow>
  /** Takes over what was switched elsewhere. */
  refresh(): Promise<void>
  /** To be called once, before the others: what is known only when all parts are there. */
  connect(parts: { readonly known: (what: Switched) => readonly string[]; readonly sell: () => Promise<void> }): void
}

const tables = {
  switches: { name: 'switches', kept: 'shared', row: z.object({ by: z.string(), at: z.number() }) },
  sessions: {
    name: 'sessions',
    kept: 'shared',
    row: z.object({ mark: z.string(), formToken: z.string(), begunAt: z.number(), usedAt: z.number() }),
  },
} as const

export function openDeskState({
  store,
  clock,
  log,
}: {
  /** What all instances share. */
  readonly store: Pick<Store, 'read' | 'write'>
  readonly clock: Clock
  readonly log: Log
}): DeskState {
  let parts: Parameters<DeskState['connect']>[0] | null = null
  const connected = () => {
    if (parts === null) throw new Error('the desk is not connected')
    return parts
  }
  const switches = createSwitches({
    rows: openTable(deskRows, tables.switches, store),
    known: (what) => connected().known(what),
    sell: () => connected().sell(),
    clock,
    log: log.child({ part: 'desk' }),
  })
  return {
    switches,
    sessions: openTable(deskRows, tables.sessions, store),
    refresh: () => switches.refresh(),
    connect: (given) => void (parts = given),
  }
}
