import { named, numberOfNamed } from '../../../sandbox/upstreams/sanctions/entries-of.ts'
import type { Sanctions } from '../../../src/sources/sanctions/sanctions.ts'
import type { Screening } from '../../../src/sources/sanctions/screening.ts'
import { nearNames } from './near-names.ts'
import { openScreening } from './open-screening.ts'
import { kinds, trueNames, type VariantKind } from './true-names.ts'

/** One question, whom it means (null for nobody listed), and what was answered. */
interface Asked {
  readonly name: string
  readonly key: string | null
  readonly kind: VariantKind | null
  readonly heldOut: boolean
  readonly found: 'match' | 'review' | 'nothing'
  readonly screening: Screening
}

/**
 * Recall and precision of sanctions screening on labelled names. A third of the entries, with all that belongs to them, is
 * held out: nothing was tuned by it. `--misses` shows what went wrong in the other part.
 */
export async function evaluateSanctions(flags: ReadonlySet<string>): Promise<void> {
  const { sanctions, entries, close } = await openScreening()
  const startedAt = performance.now()
  const asked = [...(await askTrueNames(sanctions)), ...(await askNearNames(sanctions))]
  const ms = (performance.now() - startedAt) / asked.length
  await close()
  console.log(`Sanctions screening: ${Object.keys(trueNames).length} entries asked for among ${entries}, ${ms.toFixed(1)} ms for a name\n`)
  console.table({
    tuned: figures(asked.filter((one) => !one.heldOut)),
    'held out': figures(asked.filter((one) => one.heldOut)),
    all: figures(asked),
  })
  console.log('Recall by what is different in the name, all parts')
  console.table(
    Object.fromEntries(
      Object.entries(kinds).map(([kind, title]) => {
        const variants = asked.filter((one) => one.kind === kind)
        return [title, { names: variants.length, match: share(variants, 'match'), 'match or review': share(variants, 'match', 'review') }]
      }),
    ),
  )
  if (flags.has('--misses')) printMisses(asked.filter((one) => !one.heldOut))
}

async function askTrueNames(sanctions: Sanctions): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const [key, variants] of Object.entries(trueNames)) {
    const numbers = new Set(
      ['ofac-sdn', 'ofac-consolidated', 'eu', 'un', 'uk'].map(
        (list) => `${list} ${numberOfNamed(list as Parameters<typeof numberOfNamed>[0], key)}`,
      ),
    )
    if (!named.some((one) => one.key === key)) throw new Error(`${key} is on no list`)
    for (const variant of variants) {
      const name = variant.slice(2)
      const screening = await sanctions.screen(name)
      const right = screening.matches.find(({ list, entry }) => numbers.has(`${list} ${entry}`))
      asked.push({ name, key, kind: variant[0] as VariantKind, heldOut: isHeldOut(key), found: right?.strength ?? 'nothing', screening })
    }
  }
  return asked
}

async function askNearNames(sanctions: Sanctions): Promise<Asked[]> {
  const asked: Asked[] = []
  for (const [key, names] of Object.entries(nearNames)) {
    for (const name of names) {
      const screening = await sanctions.screen(name)
      const heldOut = isHeldOut(key === 'anybody' ? name : key)
      asked.push({ name, key: null, kind: null, heldOut, found: screening.matches[0]?.strength ?? 'nothing', screening })
    }
  }
  return asked
}

/** A third, the same each time, and not chosen by anybody. */
function isHeldOut(key: string): boolean {
  let hash = 2_166_136_261
  for (const letter of key) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619) >>> 0
  return hash % 3 === 0
}

function figures(asked: readonly Asked[]) {
  const variants = asked.filter(({ key }) => key !== null)
  const innocents = asked.filter(({ key }) => key === null)
  const count = (from: readonly Asked[], ...found: readonly string[]) => from.filter((one) => found.includes(one.found)).length
  const precision = (...found: readonly string[]) =>
    percent(count(variants, ...found), count(variants, ...found) + count(innocents, ...found))
  return {
    'true names': variants.length,
    'near names': innocents.length,
    'recall (match)': share(variants, 'match'),
    'precision (match)': precision('match'),
    'recall (match or review)': share(variants, 'match', 'review'),
    'precision (match or review)': precision('match', 'review'),
    'false matches': count(innocents, 'match'),
    'false reviews': count(innocents, 'review'),
  }
}

function share(asked: readonly Asked[], ...found: readonly string[]): string {
  return percent(asked.filter((one) => found.includes(one.found)).length, asked.length)
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '-' : `${((100 * part) / whole).toFixed(1)} %`
}

function printMisses(asked: readonly Asked[]): void {
  const best = ({ screening }: Asked) => screening.matches[0]
  for (const one of asked) {
    if (one.key !== null && one.found !== 'match')
      console.log(`${one.found.padEnd(7)} ${one.key}: ${one.name} (best: ${best(one)?.matched ?? 'nobody'} ${best(one)?.score ?? ''})`)
    if (one.key === null && one.found !== 'nothing')
      console.log(`FALSE ${one.found.padEnd(7)} ${one.name}: ${best(one)?.matched} ${best(one)?.score}`)
  }
}
