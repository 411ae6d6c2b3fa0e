import { detectCodeLanguage, languageOfContent, type DetectedLanguage } from '../detect-code-language.ts'
import type { CodeFinding } from '../finding.ts'
import { languageNamed, type CodeLanguage } from '../languages.ts'
import { measureCode } from '../metrics/measure-code.ts'
import { describeSecrets, findSecrets, maskSecrets } from '../secrets/find-secrets.ts'
import { proseOf } from '../secrets/prose.ts'
import { createTextPlaces } from '../text-places.ts'
import type { Analysers } from './analysers.ts'
import type { CodeReview, Coverage, ReviewCodeInput, ReviewedFile } from './code-review.ts'
import { chooseFindings } from './choose-findings.ts'
import { coverageOf, gradeReview } from './grade-review.ts'
import { mergeFindings } from './merge-findings.ts'
import { reviewFile, type Budget, type FileFindings } from './review-file.ts'

export interface ReviewParts {
  readonly analysers: Analysers
  readonly now: () => number
  /** For all files together. */
  readonly maxMs: number
}

export interface ReviewedCode {
  readonly review: CodeReview
  /** The process should be replaced after this review. */
  readonly isWorn: boolean
}

interface PreparedFile {
  readonly name: string
  readonly code: string
  readonly detected: DetectedLanguage
  readonly isMinified: boolean
}

/** Runs every analyser over every file and makes one review of it. */
export async function reviewCode({ files }: ReviewCodeInput, { analysers, now, maxMs }: ReviewParts): Promise<ReviewedCode> {
  const budget: Budget = { end: now() + maxMs, now }
  const warnings: string[] = []
  const done: { file: PreparedFile; found: FileFindings; masked: string; own: CodeFinding[] }[] = []
  for (const given of files) {
    const code = given.code.replace(/^\uFEFF/, '').replaceAll(/\r(?!\n)/g, '\n')
    const secrets = findSecrets(code)
    const { file, found } = await reviewAs({ ...given, code }, analysers, budget, warnings)
    const own = describeSecrets(secrets, file.name, createTextPlaces(code), proseOf(code, file.detected.language.id))
    done.push({ file, found, own, masked: maskSecrets(code, secrets) })
  }
  const measured = await measureCode(
    done.map(({ file }) => ({ name: file.name, code: file.code, grammar: analysers.hasGrammars ? file.detected.language.grammar : null })),
    budget,
  )
  const all = done.flatMap(({ file, found, own }, index) => {
    const findings = [...found.findings, ...own, ...(measured[index]?.findings ?? [])]
    // What is said about reading minified code helps nobody.
    return file.isMinified ? findings.filter(({ category }) => category === 'security') : findings
  })
  const merged = mergeFindings(all)
  const { findings, omitted } = chooseFindings(merged, new Map(done.map(({ file, masked }) => [file.name, masked])))
  const reviewed = done.map(({ file, found }, index): ReviewedFile => {
    const { metrics, isComplete } = measured[index]!
    return { name: file.name, language: file.detected.language.id, languageBy: file.detected.by, ...statusOf(found, isComplete), metrics }
  })
  const covered = coverageOf(reviewed)
  const graded = gradeReview(merged, covered)
  warnings.push(...warningsOf(done, reviewed))
  if (graded.grade === null) warnings.push('There is no score: the flow of data was not followed in most of the code.')
  return {
    review: { files: reviewed, findings, omitted, ...graded, covered, warnings: warnings.slice(0, 20) },
    isWorn: done.some(({ found }) => found.isWorn),
  }
}

/** Reviews a file as what it is said to be; if it does not parse as that and looks like something else, as what it looks like. */
async function reviewAs(
  given: ReviewCodeInput['files'][number],
  analysers: Analysers,
  budget: Budget,
  warnings: string[],
): Promise<{ readonly file: PreparedFile; readonly found: FileFindings }> {
  const { name, code } = given
  const detected = detectCodeLanguage(code, { language: given.language, filename: name === '' ? null : name })
  const prepared = { name, code, detected, isMinified: isMinified(code) }
  const found = await reviewFile({ name, code, language: detected.language.id }, analysers, budget)
  if (!found.doesNotParse || detected.by === 'content') return { file: prepared, found }
  const looks = otherLanguage(code, detected.language)
  if (!looks) return { file: prepared, found }
  const again = await reviewFile({ name, code, language: looks.id }, analysers, budget)
  if (again.doesNotParse) return { file: prepared, found }
  warnings.push(`${titleOf(name)} does not parse as ${detected.language.id} and was reviewed as ${looks.id}, which it looks like.`)
  return { file: { ...prepared, detected: { language: looks, by: 'content' } }, found: again }
}

/** JavaScript with types is TypeScript; with types and markup it is TSX. */
function otherLanguage(code: string, said: CodeLanguage): CodeLanguage | null {
  const looks = languageOfContent(code)
  if (looks && looks.id !== said.id) return looks
  if (said.id === 'javascript') return languageNamed('typescript')
  return said.id === 'typescript' ? languageNamed('tsx') : null
}

/** Long lines that a tool wrote. */
function isMinified(code: string): boolean {
  const lines = code.split('\n').filter((line) => line.trim() !== '')
  return code.length > 2_000 && code.length / Math.max(1, lines.length) > 300
}

function statusOf({ statuses }: FileFindings, isMeasured: boolean): Pick<ReviewedFile, 'coverage' | 'analysers'> {
  const analysers = [
    ...statuses,
    { name: 'secrets', status: 'done' } as const,
    { name: 'metrics', status: isMeasured ? 'done' : 'timed_out' } as const,
  ]
  const generic = statuses.every(({ status }) => status === 'absent')
  if (generic) return { analysers, coverage: 'generic' }
  const isWhole = analysers.every(({ status }) => status === 'done')
  const hasFlow = statuses.some(({ name, status }) => name === 'taint' && status !== 'absent')
  const coverage: Coverage = !isWhole ? 'partial' : hasFlow ? 'full' : 'lint'
  return { analysers, coverage }
}

function warningsOf(done: readonly { readonly file: PreparedFile }[], reviewed: readonly ReviewedFile[]): string[] {
  return reviewed.flatMap(({ name, coverage, analysers, languageBy }, index) => {
    const late = analysers.filter(({ status }) => status === 'timed_out').map((one) => one.name)
    const failed = analysers.filter(({ status }) => status === 'failed').map((one) => one.name)
    const absent = analysers.filter(({ status }) => status === 'absent').map((one) => one.name)
    return [
      ...(late.length > 0
        ? [
            `${titleOf(name)} was too much for ${late.join(', ')} in the time of a review; what they found until then is here, and more may be there.`,
          ]
        : []),
      ...(failed.length > 0 ? [`${titleOf(name)} could not be read by ${failed.join(', ')}; it may be nested too deeply.`] : []),
      ...(absent.length > 0 ? [`Not installed at this service: ${absent.join(', ')}.`] : []),
      ...(coverage === 'generic' ? [`${titleOf(name)} was searched for secrets and measured only.`] : []),
      ...(languageBy === 'nothing' ? [`The language of ${titleOf(name, false)} could not be told; name it in language.`] : []),
      ...(done[index]?.file.isMinified
        ? [`${titleOf(name)} looks minified: only what is about security is reported. Submit the source.`]
        : []),
    ]
  })
}

function titleOf(name: string, isStart = true): string {
  if (name !== '') return `"${name.slice(0, 80)}"`
  return isStart ? 'The code' : 'the code'
}
