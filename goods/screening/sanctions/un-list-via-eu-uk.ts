import type { ListState } from './screening.ts'

/** A list whose designations other lists repeat under its own numbers, so that it is known in part without its publisher's file. */
export interface ListViaOthers {
  readonly id: string
  readonly name: string
  /** Ids of the lists that repeat it. */
  readonly throughLists: readonly string[]
  /** How many entries its publisher had when they were last counted; null where the lists are simulated. */
  readonly countedEntries: number | null
}

/** Below this share the lists seem to have stopped to name the numbers, and say too little about what is designated. */
const minShare = 0.5

/**
 * The list of the UN, as the EU and the UK repeat it. Both take over every designation of the Security Council. The UK's list names
 * the UN's number in a column of its own and the EU's file only for some entries, so the count of numbers is a lower bound.
 * `consolidated.xml` of 27 February 2026 has 730 persons and 273 entities.
 */
export function unListViaEuUk(simulated: boolean): ListViaOthers {
  return {
    id: 'un',
    name: 'UN Security Council Consolidated List',
    throughLists: ['eu', 'uk'],
    countedEntries: simulated ? null : 1_003,
  }
}

/**
 * The state of a list that is read on others. It is fresh only if all of these are, and if they name enough of its entries.
 * @param references by list: the echoed list's numbers that it names
 */
export function echoedState(
  { id, name, throughLists, countedEntries }: ListViaOthers,
  states: readonly ListState[],
  references: ReadonlyMap<string, ReadonlySet<string>>,
): ListState {
  const carriers = throughLists.map((through) => states.find((state) => state.id === through))
  const named = new Set(throughLists.flatMap((through) => [...(references.get(through) ?? [])])).size
  const checked = carriers.map((carrier) => carrier?.checkedAt ?? null)
  const checkedAt = checked.includes(null) ? null : Math.min(...checked.map(Number))
  const share = countedEntries === null ? null : Math.min(1, Math.floor((named / countedEntries) * 100) / 100)
  return {
    id,
    name,
    readFrom: 'other_lists',
    throughLists,
    coveredShare: share,
    version: null,
    entries: named,
    publishedAt: null,
    checkedAt,
    fresh: carriers.every((carrier) => carrier?.fresh === true) && named > 0 && (share ?? 1) >= minShare,
  }
}
