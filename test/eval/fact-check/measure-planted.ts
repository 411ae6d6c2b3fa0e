import type { Knowledge } from '../../../goods/text/fact-check/knowledge.ts'
import type { Encoder } from '../../../goods/text/models/encoder.ts'
import { judgeSet } from './judge-set.ts'
import { faithfulParaphrases } from './paraphrase.ts'
import { plantContradictions, plantedKinds, sourceOf } from './plant.ts'
import { passages } from './prose.ts'
import type { LabelledPair } from './read-pairs.ts'

/** How many of a kind of claims are called contradicted and supported, as shares. */
export interface PlantedRow {
  readonly what: string
  readonly n: number
  readonly contradicted: number
  readonly supported: number
}

/** Planted contradictions by kind, untouched copies, and faithful paraphrases. */
export async function measurePlanted(encoder: Encoder | null, knowledge: Knowledge, misses = false): Promise<readonly PlantedRow[]> {
  const planted = plantContradictions()
  const copies = passages.flatMap((passage, index) =>
    passage.map(({ sentence }): LabelledPair => ({ claim: sentence, source: sourceOf(index), verdict: 'supported' })),
  )
  const paraphrases = faithfulParaphrases()
  const groups: readonly (readonly [string, readonly LabelledPair[]])[] = [
    ...plantedKinds.map((kind) => [`planted ${kind}`, planted.filter((one) => one.kind === kind)] as const),
    ['copies', copies],
    ['paraphrases written', paraphrases.filter(({ kind }) => kind === 'written')],
    ['paraphrases by rule', paraphrases.filter(({ kind }) => kind !== 'written')],
  ]
  const rows: PlantedRow[] = []
  for (const [what, set] of groups) {
    const judged = await judgeSet(set, encoder, knowledge)
    const share = (verdict: string) => judged.filter((one) => one.verdict === verdict).length / Math.max(1, judged.length)
    rows.push({ what, n: judged.length, contradicted: three(share('contradicted')), supported: three(share('supported')) })
    for (const { pair, right, verdict } of misses ? judged : []) {
      if (right === 'contradicted' ? verdict !== right : verdict === 'contradicted') console.log(`${what}: said ${verdict}: ${pair.claim}`)
    }
  }
  return [...rows, total('all planted', rows, 'planted'), total('all paraphrases', rows, 'paraphrases')]
}

function total(what: string, rows: readonly PlantedRow[], prefix: string): PlantedRow {
  const own = rows.filter((row) => row.what.startsWith(prefix))
  const n = own.reduce((sum, row) => sum + row.n, 0)
  const share = (of: (row: PlantedRow) => number) => three(own.reduce((sum, row) => sum + row.n * of(row), 0) / n)
  return { what, n, contradicted: share((row) => row.contradicted), supported: share((row) => row.supported) }
}

const three = (value: number) => Math.round(value * 1_000) / 1_000
