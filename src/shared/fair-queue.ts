import type { Caller, Standing } from './caller.ts'

/** What was taken from the queue. */
export interface TakenItem<Item extends object> {
  readonly item: Item
  /** The lines that it was in, from the outermost. */
  readonly lines: readonly Line<Item>[]
  /** The time that it was expected to need. */
  readonly expectedMs: number
}

/** Items that wait for one of some workers, which their callers share fairly. */
export interface FairQueue<Item extends object> {
  readonly size: number
  waiting(standing: Standing): number
  /** @param item waits once only */
  add(caller: Caller, item: Item): void
  /** The next job. Null where none waits, and where every caller that waits has reached its limit of jobs at once. */
  take(): TakenItem<Item> | null
  /** Takes an item out. False when it waits no longer. */
  remove(caller: Caller, item: Item): boolean
  /** Books the time that a taken item needed. */
  finish(taken: TakenItem<Item>, ms: number): void
  /** Takes all out. */
  clear(): readonly Item[]
}

/** Callers that share, or the items of one of them. */
interface Line<Item extends object> {
  readonly share: number
  /** How many of its items may be at work at once. */
  readonly most: number
  readonly lines: Map<string, Line<Item>>
  readonly items: Set<Item>
  /** The time of its items so far, divided by its share. */
  clock: number
  /** The clock of the line in it that was served last, when it was. */
  served: number
  waiting: number
  atWork: number
}

/** While both wait, payers that have settled get three quarters of the time; of the rest, paid calls get three quarters. */
const shareOfBetter = 3
const shareOfRest = 1
/** How much the last item counts in what the next one is expected to need. */
const weightOfLast = 0.2
/** Lines without an item that keep their clock. */
const maxIdleLines = 1_000

/**
 * Fair queueing: each line has a clock, which advances by the time of its items divided by its share, and the line whose clock is behind
 * is served next. A line that was empty starts at the clock of the one that is being served, so that it saves up no time.
 *
 * Payers that have settled share with each other. All others share by client, and the payers of a client among themselves. So that a
 * worker becomes free soon for callers who come later, those others never have more than three quarters of the workers, and a client of
 * them half; a payer that has settled leaves one worker to the others. One worker is always theirs.
 */
export function createFairQueue<Item extends object>(workers: number): FairQueue<Item> {
  const all = newLine<Item>(1, workers)
  const settled = lineIn(all, 'settled', shareOfBetter, workers)
  const rest = lineIn(all, 'rest', shareOfRest, Math.max(1, Math.floor((workers * 3) / 4)))
  const standings: Readonly<Record<Standing, Line<Item>>> = {
    settled,
    new: lineIn(rest, 'new', shareOfBetter, workers),
    free: lineIn(rest, 'free', shareOfRest, workers),
  }
  let usualMs = 0

  /** All lines of a caller, from the outermost. They are made where they are missing. */
  function linesOf({ standing, client, payer }: Caller): readonly Line<Item>[] {
    const line = standings[standing]
    if (standing === 'settled') return [all, line, lineIn(line, payer ?? '', 1, Math.max(1, workers - 1))]
    const ofClient = lineIn(line, client, 1, Math.max(1, Math.floor(workers / 2)))
    return [all, rest, line, ofClient, lineIn(ofClient, payer ?? '', 1, workers)]
  }

  return {
    get size() {
      return all.waiting
    },
    waiting: (standing) => standings[standing].waiting,
    add(caller, item) {
      const lines = linesOf(caller)
      for (const [index, line] of lines.entries()) {
        const outer = lines[index - 1]
        if (outer && line.waiting === 0 && line.atWork === 0) line.clock = Math.max(line.clock, outer.served)
        line.waiting += 1
      }
      lines.at(-1)!.items.add(item)
    },
    take() {
      const found = next(all, [all])
      if (found === null) return null
      for (const [index, line] of found.lines.entries()) {
        const outer = found.lines[index - 1]
        if (outer) outer.served = line.clock
        // Booked now, so that several free workers do not all go to one line.
        line.clock += usualMs / line.share
        line.waiting -= 1
        line.atWork += 1
      }
      found.lines.at(-1)!.items.delete(found.item)
      return { ...found, expectedMs: usualMs }
    },
    remove(caller, item) {
      const lines = linesOf(caller)
      if (!lines.at(-1)!.items.delete(item)) return false
      for (const line of lines) line.waiting -= 1
      return true
    },
    finish({ lines, expectedMs }, ms) {
      for (const line of lines) {
        line.clock += (ms - expectedMs) / line.share
        line.atWork -= 1
      }
      usualMs += (ms - usualMs) * weightOfLast
    },
    clear: () => emptied(all),
  }
}

function newLine<Item extends object>(share: number, most: number): Line<Item> {
  return { share, most, lines: new Map(), items: new Set(), clock: 0, served: 0, waiting: 0, atWork: 0 }
}

function lineIn<Item extends object>(outer: Line<Item>, name: string, share: number, most: number): Line<Item> {
  const known = outer.lines.get(name)
  if (known) return known
  if (outer.lines.size >= maxIdleLines) {
    for (const [other, line] of outer.lines) if (line.waiting === 0 && line.atWork === 0) outer.lines.delete(other)
  }
  const line = newLine<Item>(share, most)
  outer.lines.set(name, line)
  return line
}

/** The first item of the line whose clock is most behind, of those that may have one more at work. */
function next<Item extends object>(
  line: Line<Item>,
  lines: readonly Line<Item>[],
): { readonly item: Item; readonly lines: readonly Line<Item>[] } | null {
  if (line.waiting === 0 || line.atWork >= line.most) return null
  const [item] = line.items
  if (item !== undefined) return { item, lines }
  const waiting = [...line.lines.values()].filter((one) => one.waiting > 0)
  for (const one of waiting.toSorted((a, b) => a.clock - b.clock)) {
    const found = next(one, [...lines, one])
    if (found) return found
  }
  return null
}

function emptied<Item extends object>(line: Line<Item>): readonly Item[] {
  const items = [...line.items, ...[...line.lines.values()].flatMap((one) => emptied(one))]
  line.items.clear()
  line.waiting = 0
  return items
}
