import { answerMeta, z } from '../../../src/goods/door.ts'
import {
  contentHash,
  count,
  engineMember,
  foreignText,
  identifier,
  quantity,
  score,
  share,
  statistic,
  text,
} from '../../../src/goods/kit/answers.ts'
import type { Place } from '../code/syntax.ts'
import { analyserNames, findingCategories, severities } from '../finding.ts'
import type { CodeReview, MergedFinding, ReviewedFile } from '../review/code-review.ts'

const location = z.object({ startLine: statistic, startColumn: statistic, endLine: statistic, endColumn: statistic })

const finding = z.object({
  ruleId: identifier,
  engines: z.array(z.enum(analyserNames)).describe('The analysers that agree'),
  category: z.enum(findingCategories),
  severity: z.enum(severities),
  confidence: share,
  title: text,
  reason: text.describe('Why it matters'),
  howToFix: text,
  cwe: z.array(identifier).describe('CWE-89'),
  file: foreignText.nullable(),
  location: location.describe('From 1; columns are UTF-16 code units; the end is behind the last one'),
  snippet: foreignText.describe('The first line; secrets are masked'),
  dataSource: z.object({ name: foreignText, location }).nullable().describe('Where data of outsiders comes in'),
  fix: z.object({ location, replacement: foreignText }).nullable().describe('Only where a fix is certain'),
  fingerprint: contentHash.describe('Does not change when lines move'),
})

const reviewedFile = z.object({
  name: foreignText.nullable(),
  language: identifier,
  languageFrom: z.enum(['caller', 'filename', 'shebang', 'content', 'nothing']),
  coverage: z
    .enum(['full', 'partial', 'lint', 'generic'])
    .describe('partial: an analyser did not finish; lint: no data flow; generic: secrets and metrics only'),
  analysers: z.array(z.object({ name: z.enum(analyserNames), status: z.enum(['done', 'timed_out', 'failed', 'absent']) })),
  metrics: z.object({
    lineCount: count,
    codeLineCount: count,
    commentLineCount: count,
    duplicateLineCount: count,
    complexity: z
      .object({
        functionCount: count,
        maxCyclomatic: statistic,
        meanCyclomatic: statistic,
        maxCognitive: statistic,
        maxNesting: statistic,
      })
      .nullable(),
  }),
})

export const codeReviewAnswer = z.object({
  summary: z.object({
    score: score.nullable().describe('100: nothing found; null if data flow was not followed in most of the code'),
    grade: z.enum(['A', 'B', 'C', 'D', 'F']).nullable(),
    coverage: z
      .array(z.object({ name: z.enum(analyserNames), lineShare: share }))
      .describe('Share of the lines of code that each analyser read'),
    findingCount: count,
    criticalCount: count,
    highCount: count,
    mediumCount: count,
    lowCount: count,
    infoCount: count,
    omittedCount: count.describe('Number of findings that are not listed, beyond 200'),
  }),
  findings: z.array(finding).describe('The worst first; empty with format=sarif'),
  sarif: z
    .looseObject({ version: z.literal('2.1.0'), runs: z.array(z.unknown()) })
    .nullable()
    .describe('With format=sarif: a SARIF log'),
  files: z.array(reviewedFile),
  engine: engineMember,
  warnings: z.array(text),
  usage: z.object({ bytes: quantity, fileCount: count }),
  meta: answerMeta,
})

type Answer = z.input<typeof codeReviewAnswer>

export function summaryOf({ score, grade, covered, counts, omitted }: CodeReview): Answer['summary'] {
  const { critical, high, medium, low, info } = counts
  return {
    score,
    grade,
    coverage: covered.map((one) => ({ ...one })),
    findingCount: critical + high + medium + low + info,
    criticalCount: critical,
    highCount: high,
    mediumCount: medium,
    lowCount: low,
    infoCount: info,
    omittedCount: omitted,
  }
}

export function findingAnswer(found: MergedFinding): Answer['findings'][number] {
  const { ruleId, engines, category, severity, confidence, title, why, howToMend, cwe, file, at, snippet, source, fix, fingerprint } = found
  return {
    ruleId,
    engines: [...engines],
    category,
    severity,
    confidence,
    title,
    reason: why,
    howToFix: howToMend,
    cwe: [...cwe],
    file: file === '' ? null : file,
    location: locationOf(at),
    snippet,
    dataSource: source && { name: source.name, location: locationOf(source.at) },
    fix: fix && { location: locationOf(fix.at), replacement: fix.replacement },
    fingerprint,
  }
}

export function fileAnswer({ name, language, languageBy, coverage, analysers, metrics }: ReviewedFile): Answer['files'][number] {
  return {
    name: name === '' ? null : name,
    language,
    languageFrom: languageBy,
    coverage,
    analysers: analysers.map((one) => ({ ...one })),
    metrics: { ...metrics, complexity: metrics.complexity && { ...metrics.complexity } },
  }
}

function locationOf({ line, column, endLine, endColumn }: Place) {
  return { startLine: line, startColumn: column, endLine, endColumn }
}
