import { z } from 'zod'
import { openTable } from '../../goods/tables/open-table.ts'
import type { AlarmMemory } from '../../operate/desk/alarm-memory.ts'
import type { KeptRows } from '../../operate/desk/kept-rows.ts'
import { createSwitches, type Switched, type Switches } from '../../operate/desk/switches.ts'
import { createWrongNow, type MuteRow, type ServiceFacts, type WrongNow } from '../../operate/desk/wrong-now.ts'
import type { SessionRow } from '../../surfaces/desk/door/sessions.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import type { Store } from '../../store/store.ts'

/** What the desk keeps in the ledger's database, and what the service does because of it. */
export interface DeskState {
  readonly switches: Switches
  readonly mutes: KeptRows<MuteRow>
  readonly sessions: KeptRows<SessionRow>
  readonly wrong: WrongNow
  /** Takes over what was switched elsewhere. */
  refresh(): Promise<void>
  /** Notes when something that is wrong began. */
  look(): void
  /** To be called once, before the others: what is known only when all parts are there. */
  connect(parts: {
    readonly facts: ServiceFacts
    readonly known: (what: Switched) => readonly string[]
    readonly sell: () => Promise<void>
  }): void
}

/** No line of goods can have this name, so none reads these rows. */
const owner = 'the desk'

const tables = {
  switches: { name: 'switches', kept: 'shared', row: z.object({ by: z.string(), at: z.number() }) },
  mutes: { name: 'mutes', kept: 'shared', row: z.object({ until: z.number(), by: z.string() }) },
  sessions: {
    name: 'sessions',
    kept: 'shared',
    row: z.object({ mark: z.string(), formToken: z.string(), begunAt: z.number(), usedAt: z.number() }),
  },
} as const

export function openDeskState({
  store,
  memory,
  clock,
  log,
}: {
  /** What all instances share. */
  readonly store: Pick<Store, 'read' | 'write'>
  readonly memory: AlarmMemory
  readonly clock: Clock
  readonly log: Log
}): DeskState {
  let parts: Parameters<DeskState['connect']>[0] | null = null
  const connected = () => {
    if (parts === null) throw new Error('the desk is not connected')
    return parts
  }
  const switches = createSwitches({
    rows: openTable(owner, tables.switches, store),
    known: (what) => connected().known(what),
    sell: () => connected().sell(),
    clock,
    log: log.child({ part: 'desk' }),
  })
  const mutes = openTable(owner, tables.mutes, store)
  const facts: ServiceFacts = {
    checks: () => connected().facts.checks(),
    heldBy: (network) => connected().facts.heldBy(network),
    usedUpSources: () => connected().facts.usedUpSources(),
    lastBackup: () => connected().facts.lastBackup(),
    gas: () => connected().facts.gas(),
    oldestSince: () => connected().facts.oldestSince(),
  }
  const wrong = createWrongNow({ facts, memory, mutes, clock })
  return {
    switches,
    mutes,
    sessions: openTable(owner, tables.sessions, store),
    wrong,
    refresh: () => switches.refresh(),
    look: () => wrong.look(),
    connect: (given) => void (parts = given),
  }
}
