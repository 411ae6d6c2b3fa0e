import { crowdedIndex } from '../../../goods/screening/sanctions/names/crowded-index.fixture.ts'
import { hostileNames } from '../../../goods/screening/sanctions/names/hostile-names.fixture.ts'
import { searchInTurns } from '../../../goods/screening/sanctions/search-in-turns.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'

/** The longest that the offer takes. */
const maxLetters = 200
/** No turn of the event loop may use more processor time. */
const maxTurnMs = 20

/** The processor time of this thread so far, in milliseconds: other programs on the machine add nothing. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

interface Turns {
  readonly name: string
  /** Processor time of the longest turn, and of all turns. */
  readonly longestMs: number
  readonly totalMs: number
  readonly turns: number
}

/** Searches each crafted name among 60,000 others as the service does, and measures every turn of the event loop. */
async function measureHostileNames(): Promise<Turns[]> {
  const index = crowdedIndex([])
  const measured: Turns[] = []
  // The first search runs code that was not yet compiled.
  for (const [name, text] of [['warming up', 'Dimitri Zhuravlev'], ...hostileNames] as const) {
    const { search } = searchInTurns(index, { clock: systemClock, timers: systemTimers })
    let longestMs = 0
    let turns = 0
    let searching = true
    let before = cpuMs()
    const first = before
    const endTurn = () => {
      const now = cpuMs()
      longestMs = Math.max(longestMs, now - before)
      before = now
      turns++
      if (searching) setImmediate(endTurn)
    }
    setImmediate(endTurn)
    await search(text.slice(0, maxLetters))
    searching = false
    endTurn()
    measured.push({ name, longestMs, totalMs: before - first, turns })
  }
  return measured.slice(1)
}

/** Prints the longest turns of names that were made up to block the event loop. Fails if one is longer than 20 ms. */
export async function evaluateHostile(): Promise<void> {
  const measured = (await measureHostileNames()).sort((one, other) => other.longestMs - one.longestMs)
  console.log(`\nNames made up to be slow, among 60,000: processor time of the turns of the event loop`)
  console.table(
    Object.fromEntries(
      measured.map(({ name, longestMs, totalMs, turns }) => [
        name,
        { 'longest turn, ms': Number(longestMs.toFixed(1)), 'whole search, ms': Number(totalMs.toFixed(1)), turns },
      ]),
    ),
  )
  const longest = measured[0]?.longestMs ?? 0
  console.log(`The longest turn took ${longest.toFixed(1)} ms; the limit is ${maxTurnMs} ms.`)
  if (longest > maxTurnMs) process.exitCode = 1
}
