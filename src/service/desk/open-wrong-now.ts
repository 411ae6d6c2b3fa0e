import { z } from 'zod'
import { openTable } from '../../goods/tables/open-table.ts'
import type { AlarmMemory } from '../../operate/desk/alarm-memory.ts'
import type { KeptRows } from '../../operate/desk/kept-rows.ts'
import { createWrongNow, type MuteRow, type ServiceFacts, type WrongNow } from '../../operate/desk/wrong-now.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Store } from '../../store/store.ts'

/** No line of goods can have this name, so none reads these rows. */
export const deskRows = 'the desk'

const mutesTable = { name: 'mutes', kept: 'shared', row: z.object({ until: z.number(), by: z.string() }) } as const

/** What is wrong with the service, for the desk and for notices. */
export interface OpenedWrongNow {
  readonly wrong: WrongNow
  readonly mutes: KeptRows<MuteRow>
  /** To be called once, before it is asked: what is known only when all parts are there. */
  connect(facts: ServiceFacts): void
}

export function openWrongNow({
  store,
  memory,
  clock,
}: {
  /** What all instances share. */
  readonly store: Pick<Store, 'read' | 'write'>
  readonly memory: AlarmMemory
  readonly clock: Clock
}): OpenedWrongNow {
  let connected: ServiceFacts | null = null
  const given = () => {
    if (connected === null) throw new Error('what is wrong is not connected')
    return connected
  }
  const facts: ServiceFacts = {
    checks: () => given().checks(),
    heldBy: (network) => given().heldBy(network),
    usedUpSources: () => given().usedUpSources(),
    lastBackup: () => given().lastBackup(),
    gas: () => given().gas(),
    oldestSince: () => given().oldestSince(),
  }
  const mutes = openTable(deskRows, mutesTable, store)
  return { wrong: createWrongNow({ facts, memory, mutes, clock }), mutes, connect: (found) => void (connected = found) }
}
