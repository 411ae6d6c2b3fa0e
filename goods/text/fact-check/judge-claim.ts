import type { Work } from '../../../src/goods/kit/worker-side.ts'
import type { Encoder } from '../models/encoder.ts'
import { atLeast, decideExactly, type Decision } from './exact-rules.ts'
import { readText, type ReadText } from './elements.ts'
import { encoderFeatures, judged, type JudgedPassage } from './encoder-features.ts'
import type { VerdictScores } from './fact-check.ts'
import { lexicalFeatures, type Examined } from './features.ts'
import type { Knowledge } from './knowledge.ts'
import { passagesOf } from './passages.ts'
import type { Source } from './read-source.ts'
import { retrieve } from './retrieve.ts'
import { softenSaidNearby } from './said-nearby.ts'
import { findSignals } from './signals/find-signals.ts'
import { probabilitiesOf, type TreeModel } from './tree-model.ts'

/** All that is known of one atomic claim and one source. */
export interface Judgement {
  readonly claim: ReadText
  readonly source: Source
  /** The sentences that bear on the claim, best first. */
  readonly examined: readonly Examined[]
  readonly passages: readonly JudgedPassage[]
  readonly features: Readonly<Record<string, number>>
  readonly scores: VerdictScores
  /** What an exact rule decided, or null where the trees did. */
  readonly exact: Decision | null
  /** Whether the budget was used up before all that bears on the claim was compared. */
  readonly isCut: boolean
}

const maxCandidates = 6

/** Retrieves, compares and examines: everything before the encoder. */
export function examine(claim: ReadText, source: Source, { relations }: Pick<Knowledge, 'relations'>, work: Work): readonly Examined[] {
  const candidates = retrieve(claim, source, relations, maxCandidates, work)
  const examined = candidates.map((candidate) => ({ candidate, signals: findSignals(candidate.comparison, work) }))
  return softenSaidNearby(examined, source, work)
}

/** What judging a claim may cost. */
export interface Allowance {
  /** Null where there is none: then the classical model decides. */
  readonly pairs: Encoder | null
  /** How many passages the encoder may read for one claim. */
  readonly maxPairs: number
  /** Of all claims that are held against the source. */
  readonly work: Work
}

/** Judges one atomic claim by one source. */
export async function judgeClaim(
  text: string,
  source: Source,
  knowledge: Knowledge,
  { pairs, maxPairs, work }: Allowance,
): Promise<Judgement> {
  const claim = readText(text)
  const examined = examine(claim, source, knowledge, work)
  const encoder = knowledge.withEncoder === null ? null : pairs
  const candidates = examined.map(({ candidate }) => candidate)
  const chosen = encoder === null ? [] : passagesOf(source, candidates, maxPairs)
  const rows = encoder === null || chosen.length === 0 ? [] : await encoder.score(chosen.map((passage) => [text, passage.text] as const))
  const passages = chosen.map((passage, index) => judged(passage, rows[index] ?? new Float32Array(3)))
  const features = { ...lexicalFeatures(claim, source, examined), ...(passages.length === 0 ? {} : encoderFeatures(passages)) }
  const model = passages.length === 0 || knowledge.withEncoder === null ? knowledge.classical : knowledge.withEncoder
  const exact = decideExactly(examined)
  const scores = scoresOf(model, features)
  return {
    claim,
    source,
    examined,
    passages,
    features,
    scores: exact === null ? scores : atLeast(scores, exact),
    exact,
    isCut: work.isSpent(),
  }
}

function scoresOf(model: TreeModel, features: Readonly<Record<string, number>>): VerdictScores {
  const row = Float64Array.from(model.features, (name) => features[name] ?? 0)
  const [contradicted, supported, unverifiable] = probabilitiesOf(model, row)
  return { supported, contradicted, unverifiable }
}
