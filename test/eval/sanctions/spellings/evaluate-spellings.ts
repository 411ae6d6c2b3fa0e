import { readFileSync } from 'node:fs'
import { unXml } from '../../../../goods/screening/sandbox/lists/un.ts'
import type { Sanctions } from '../../../../goods/screening/sanctions/sanctions.ts'
import { madeUpEntries, withEntries } from './add-made-up.ts'
import { spellingsOf, type Spelling } from './generate.ts'
import { openList } from './open-list.ts'
import { ordinaryNames } from './ordinary/ordinary-names.ts'
import { readList } from './read-list.ts'
import { printReport } from './print-report.ts'
import { reportOn, type Alarm, type Found } from './report.ts'
import { wordsKey } from './words-key.ts'

const ordinaryCount = 10_000

export interface SpellingsOptions {
  /** The consolidated list of the UN as it is published; without it the sandbox's. */
  readonly un?: string | undefined
  readonly json?: boolean
  readonly misses?: boolean
}

/** Measures how well screening finds other spellings of listed names, and how often ordinary names raise an alarm. */
export async function evaluateSpellings({ un, json = false, misses = false }: SpellingsOptions): Promise<void> {
  const published = un === undefined ? unXml(new Date().toISOString().slice(0, 10)) : readFileSync(un, 'utf8')
  const madeUp = madeUpEntries()
  const entries = [...readList(published), ...madeUp]
  const spellings = entries.flatMap(spellingsOf)
  const listedKeys = new Set(entries.flatMap(({ known }) => [...known]).map(wordsKey))
  const ordinary = ordinaryNames(ordinaryCount, listedKeys)
  const { sanctions, close } = await openList(withEntries(published, madeUp))
  try {
    const found = await inTurn('spellings', spellings, (spelling) => find(sanctions, spelling))
    const alarms = await inTurn('ordinary names', ordinary, (one) => alarmOf(sanctions, one))
    const report = reportOn(found, alarms)
    if (json) console.log(JSON.stringify(report, null, 2))
    else printReport(report, { misses })
  } finally {
    await close()
  }
}

async function find(sanctions: Sanctions, spelling: Spelling): Promise<Found> {
  const { matches, candidates } = await sanctions.screen(spelling.text)
  const right = [...matches, ...candidates].find(({ list, entry }) => list === 'un' && entry === spelling.of.number)
  return { spelling, score: right?.score ?? 0, strength: right?.strength ?? null }
}

async function alarmOf(sanctions: Sanctions, { language, name }: { language: string; name: string }): Promise<Alarm> {
  const { matches, candidates } = await sanctions.screen(name)
  const best = [...matches, ...candidates].toSorted((one, other) => other.score - one.score)[0]
  return { language, name, score: best?.score ?? 0, strength: best?.strength ?? null, matched: best?.matched ?? null }
}

/** One after the other, with the progress on standard error. */
async function inTurn<From, To>(what: string, all: readonly From[], run: (one: From) => Promise<To>): Promise<To[]> {
  const done: To[] = []
  for (const one of all) {
    done.push(await run(one))
    if (done.length % 1_000 === 0 || done.length === all.length) console.error(`${done.length} of ${all.length} ${what}`)
  }
  return done
}
