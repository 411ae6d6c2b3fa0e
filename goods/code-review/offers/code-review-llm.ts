import { answerMeta, type AnyOffer, offer, ownMeta, z } from '../../../src/goods/door.ts'
import { count, engineMember, identifier, quantity, share, statistic, text } from '../../../src/goods/kit/answers.ts'
import {
  answerByModel,
  beginSecondOpinion,
  costObjection,
  fallbackMember,
  modelRequest,
  modelTerms,
  type ModelTool,
  required,
  shortestPrompt,
  tokenCounts,
  warningsAbout,
} from '../../../src/goods/kit/language-models.ts'
import { detectCodeLanguage } from '../detect-code-language.ts'
import { analyserNames, findingCategories, severities, type AnalyserName } from '../finding.ts'
import type { CodeReview } from '../review/code-review.ts'
import { isRelated } from '../review/merge-findings.ts'
import type { ReviewEngine } from '../review/review-engine.ts'
import { reviewCodeTask, type ModelFinding } from './review-code-task.ts'
import { codeOf, filenameOf, languageOf } from './code-review-input.ts'

const finding = z.object({
  category: z.enum(findingCategories),
  severity: z.enum(severities),
  confidence: share,
  title: text,
  reason: text.describe('Why it matters'),
  howToFix: text,
  cwe: z.array(identifier).describe('CWE-89'),
  location: z.object({ startLine: statistic, endLine: statistic }).describe('From 1; the model quoted these lines letter by letter'),
  agreedBy: z
    .array(z.enum(analyserNames))
    .nullable()
    .describe('Embedded analysers with the same weakness there; null where they did not run'),
})

const reviewAnswer = z.object({
  findings: z.array(finding).describe('The worst first'),
  language: identifier,
  engine: engineMember,
  fallback: fallbackMember,
  warnings: z.array(text),
  missedCount: count.nullable().describe('Findings of the embedded review, low and above, that the model does not have'),
  usage: z.object({ bytes: quantity, ...tokenCounts }),
  meta: answerMeta,
})

const body = z.object({
  code: codeOf(60 * 1024),
  filename: filenameOf.optional(),
  language: languageOf.optional(),
  ...modelRequest,
})

const exampleBody = {
  filename: 'users.py',
  code: 'import sqlite3\n\ndef user(db, name):\n    return db.execute(f"SELECT * FROM user WHERE name = \'{name}\'").fetchone()\n',
}

const exampleAnswer: z.input<typeof reviewAnswer> = {
  findings: [
    {
      category: 'security',
      severity: 'high',
      confidence: 0.8,
      title: 'A query is put together from text',
      reason: 'A value can end the string that it is put into.',
      howToFix: 'Use parameters of the database driver.',
      cwe: ['CWE-89'],
      location: { startLine: 4, endLine: 4 },
      agreedBy: ['taint', 'ruff'],
    },
  ],
  language: 'python',
  engine: { provider: 'openai', model: 'a-model', version: '1' },
  fallback: { used: false, reason: null },
  warnings: [],
  missedCount: 0,
  usage: { bytes: 109, inputTokenCount: 500, outputTokenCount: 120 },
  meta: ownMeta(false),
}

/** What is wrong in a file, by a language model. Without one it can only be described. @param engine the embedded review, as a second opinion */
export function codeReviewLlm(
  tool: ModelTool | null,
  engine: ReviewEngine | null,
  { simulated }: { readonly simulated: boolean },
): AnyOffer {
  return offer({
    id: 'code-review-llm',
    route: 'POST /v1/ai/code-review/llm',
    variantOf: 'code-review',
    ...modelTerms(tool, '0.10'),
    title: 'Code review by a language model',
    purpose:
      'Faults in a file of code, judged by a language model in any language: every finding quotes its lines, which are looked up, and says which exact analysers agree.',
    body,
    answer: reviewAnswer,
    brief: [
      'missedCount',
      'fallback.used',
      'warnings',
      'findings[].severity',
      'findings[].location.startLine',
      'findings[].title',
      'findings[].cwe',
    ],
    example: { body: exampleBody, answer: exampleAnswer },
    refuse: ({ body }) => tool && costObjection(reviewCodeTask, inputOf(body), tool.model, tool.price),
    run({ body }, { caller, signal, log }) {
      const given = required(tool)
      const input = inputOf(body)
      const submission = { files: [{ name: body.filename ?? '', code: body.code, language: body.language ?? null }] }
      // One run serves as second opinion and as fallback.
      const review = engine?.review(submission, { caller, signal })
      const embedded = review ? () => review : null
      const secondOpinion = beginSecondOpinion(embedded, given.timers)
      return answerByModel(
        {
          tool: given,
          task: reviewCodeTask,
          input,
          fallback: body.fallback,
          embedded,
          counted: { bytes: Buffer.byteLength(body.code) },
          common: { language: input.language, meta: ownMeta(simulated) },
          signal,
          log,
        },
        async ({ findings, warnings }) => {
          const opinion = await secondOpinion()
          return {
            findings: findings.toSorted(bySeverity).map((one) => findingBody(one, opinion)),
            warnings: [...warnings, ...(opinion ? [] : [noEmbeddedReview]), ...warningsAbout([body.code])],
            missedCount: opinion && missedBy(findings, opinion),
          }
        },
        ({ findings, warnings }) => ({
          findings: findings.map(embeddedFinding),
          engine: { provider: 'embedded', model: 'code-review', version: engine?.version ?? '' },
          warnings: [...warnings],
          missedCount: null,
        }),
      )
    },
  })
}

/** The shortest prompt of the review by a language model. */
export const codeReviewPrompts = () => ({ 'code-review': shortestPrompt(reviewCodeTask, { code: 'x', language: 'python' }) })

const noEmbeddedReview = 'There is no second opinion of the embedded review for this call.'

const bySeverity = (one: ModelFinding, other: ModelFinding) => severities.indexOf(one.severity) - severities.indexOf(other.severity)

function inputOf({ code, filename, language }: z.output<typeof body>) {
  return { code, language: detectCodeLanguage(code, { language: language ?? null, filename: filename ?? null }).language.id }
}

type Embedded = CodeReview['findings'][number]

/** Both are about one weakness, and their lines meet. */
function isSame(found: ModelFinding, { at, cwe }: Embedded): boolean {
  return found.line <= at.endLine && at.line <= found.endLine && found.cwe.some((one) => cwe.some((its) => isRelated(one, its)))
}

function findingBody(found: ModelFinding, review: CodeReview | null) {
  const agreeing = review?.findings.filter((one) => isSame(found, one)).flatMap(({ engines }) => engines)
  return findingOf(found, found, agreeing ? [...new Set(agreeing)] : null)
}

const embeddedFinding = (found: Embedded) => findingOf(found, { line: found.at.line, endLine: found.at.endLine }, [...found.engines])

function findingOf(
  { category, severity, confidence, title, why, howToMend, cwe }: Omit<ModelFinding, 'line' | 'endLine'>,
  { line, endLine }: Pick<ModelFinding, 'line' | 'endLine'>,
  agreedBy: AnalyserName[] | null,
) {
  return {
    category,
    severity,
    confidence,
    title,
    reason: why,
    howToFix: howToMend,
    cwe: [...cwe],
    location: { startLine: line, endLine },
    agreedBy,
  }
}

function missedBy(found: readonly ModelFinding[], review: CodeReview): number {
  return review.findings.filter((one) => one.severity !== 'info' && !found.some((its) => isSame(its, one))).length
}
