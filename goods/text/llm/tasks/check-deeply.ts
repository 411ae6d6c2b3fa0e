import { Problem, z } from '../../../../src/goods/door.ts'
import { answerSchemaOf, ModelFailure, type ModelTask, readReply } from '../../../../src/goods/kit/language-models.ts'
import { agreementOf } from '../../fact-check/agreement.ts'
import { allMustHold, overSources, rounded, verdictOf } from '../../fact-check/combine-scores.ts'
import type { AtomicCheck, CheckDeeplyInput, DeepFactCheck, SourceCheck } from '../../fact-check/fact-check.ts'
import { splitClauses } from '../../fact-check/split-claims.ts'
import { checkVerdict, verdictReply, verdictRules } from './verdict-reply.ts'

/** Claims times sources: each is a verdict that the model has to write. */
const maxChecks = 30

const reply = z.strictObject({
  checks: z.array(z.strictObject({ claim: z.int().min(1), source: z.int().min(1), ...verdictReply })).max(maxChecks),
})

/** Each atomic claim by each source. The claims are split here, so that the model can leave none out. */
export const checkDeeplyTask: ModelTask<CheckDeeplyInput, DeepFactCheck> = {
  instructions: {
    task: `You check claims against sources. The data has numbered claims, which are parts of one statement, and numbered sources.
Check every claim against every source, and give one check for each pair, with the numbers of both.\n${verdictRules}`,
    schema: answerSchemaOf(reply),
    maxOutputTokens: 4_000,
  },
  data: ({ claim, sources }) => ({
    statement: claim,
    claims: splitClauses(claim).map(({ span }, index) => ({ number: index + 1, text: span.text })),
    sources: sources.map((text, index) => ({ number: index + 1, text })),
  }),
  longestText({ sources }) {
    const longest = sources.reduce((best, one, index) => (one.length > (sources[best]?.length ?? 0) ? index : best), 0)
    return { text: sources[longest] ?? '', field: sources.length === 1 ? 'body.source' : `body.sources.${longest}` }
  },
  read(value, { claim, sources }) {
    const { checks } = readReply(reply, value)
    const claims = splitClauses(claim)
    const found = new Map(checks.map((check) => [`${check.claim} ${check.source}`, check]))
    // Each pair once: a check that is missing, twice there or of another pair is an answer to something else.
    if (found.size !== checks.length || checks.length !== claims.length * sources.length) throw new ModelFailure('answer_malformed')
    const warnings = new Set<string>()
    const atomic = claims.map(({ span }, at): AtomicCheck => {
      const bySource = sources.map((source, index): SourceCheck => {
        const check = found.get(`${at + 1} ${index + 1}`)
        if (!check) throw new ModelFailure('answer_malformed')
        const checked = checkVerdict(check, span.text, source)
        for (const warning of checked.warnings) warnings.add(`Claim ${at + 1}, source ${index + 1}: ${warning}`)
        return { source: index, ...checked }
      })
      return { claim: span, ...overAll(bySource), sources: bySource }
    })
    return { ...combineClaims(atomic), claims: atomic, agreement: agreementOf(atomic), warnings: [...warnings] }
  },
}

/** `text_too_long` for a claim of more parts than one answer has room for; null for others. */
export function claimsObjection({ claim, sources }: CheckDeeplyInput): Problem | null {
  const count = splitClauses(claim).length
  const maxCount = Math.floor(maxChecks / sources.length)
  if (count <= maxCount) return null
  const expected = `at most ${maxCount} atomic claims with ${sources.length} source${sources.length === 1 ? '' : 's'}`
  return new Problem('text_too_long', `body.claim has ${count} atomic claims; a language model is asked for ${expected}.`, {
    field: 'body.claim',
    expected,
    extra: { maxClaims: maxCount },
  })
}

function overAll(checks: readonly SourceCheck[]) {
  const scores = rounded(overSources(checks.map((check) => check.scores)))
  const verdict = verdictOf(scores)
  return { verdict, confidence: scores[verdict], scores }
}

/** The verdict of the whole: all claims must hold. */
export function combineClaims(claims: readonly Pick<AtomicCheck, 'scores'>[]) {
  const scores = rounded(allMustHold(claims.map((check) => check.scores)))
  const verdict = verdictOf(scores)
  return { verdict, confidence: scores[verdict], scores }
}

/** The verdict of a claim over its sources, after one of them has changed. */
export function recombine({ claim, sources }: Pick<AtomicCheck, 'claim' | 'sources'>): AtomicCheck {
  return { claim, ...overAll(sources), sources }
}
