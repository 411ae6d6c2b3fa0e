import { grammarNames, type GrammarName } from '../code/parse-code.ts'
import { ParseTimeout } from '../code/parse-code.ts'
import type { AnalyserName, CodeFinding } from '../finding.ts'
import { TookTooLong } from '../run-limited.ts'
import { runShellcheck } from '../shellcheck/run-shellcheck.ts'
import { findTaint } from '../taint/find-findings.ts'
import type { Analysers } from './analysers.ts'
import type { AnalyserStatus } from './code-review.ts'
import { deferToDataFlow } from './defer-to-data-flow.ts'
import { findingsOfFlows } from './findings-of-flows.ts'

export interface FileTask {
  readonly name: string
  readonly code: string
  /** `CodeLanguage.id` */
  readonly language: string
}

export interface FileFindings {
  readonly findings: readonly CodeFinding[]
  readonly statuses: readonly { readonly name: AnalyserName; readonly status: AnalyserStatus }[]
  /** The code is not what its language says. */
  readonly doesNotParse: boolean
  /** An analyser was interrupted in the middle of its work, so the process should not be used again. */
  readonly isWorn: boolean
}

export interface Budget {
  /** When to stop, by `now`. */
  readonly end: number
  readonly now: () => number
}

type Part = () => Promise<{ readonly findings: readonly Omit<CodeFinding, 'file'>[]; readonly isComplete: boolean }>

/** Findings are compared with each other, and nobody reads more. */
const mostOfAnAnalyser = 2_000
/** Shares of what is left of the time. */
const shareOfTaint = 0.4
const maxShellMs = 5_000

/** What the analysers of its language say about a file. Each may fail by itself. */
export async function reviewFile(task: FileTask, analysers: Analysers, budget: Budget): Promise<FileFindings> {
  const findings: CodeFinding[] = []
  const statuses: { name: AnalyserName; status: AnalyserStatus }[] = []
  let isWorn = false
  for (const [name, part] of partsFor(task, analysers, budget)) {
    if (!part) {
      statuses.push({ name, status: 'absent' })
      continue
    }
    if (budget.now() >= budget.end) {
      statuses.push({ name, status: 'timed_out' })
      continue
    }
    try {
      const found = await part()
      const kept = found.findings.slice(0, mostOfAnAnalyser)
      findings.push(...kept.map((finding) => ({ ...finding, file: task.name })))
      statuses.push({ name, status: found.isComplete && kept.length === found.findings.length ? 'done' : 'timed_out' })
    } catch (error) {
      const isLate = error instanceof TookTooLong || error instanceof ParseTimeout
      // The memory of WebAssembly stays as it was left.
      if (name === 'ruff') isWorn = true
      statuses.push({ name, status: isLate ? 'timed_out' : 'failed' })
    }
  }
  const isFollowedToItsEnd = statuses.some(({ name, status }) => name === 'taint' && status === 'done')
  const weighed = isFollowedToItsEnd ? deferToDataFlow(findings) : findings
  return { findings: weighed, statuses, isWorn, doesNotParse: findings.some(({ ruleId }) => ruleId.endsWith('/parse')) }
}

/** The analysers for a language; null for one that is not installed. */
function partsFor(
  { code, language }: FileTask,
  { eslint, ruff, shellcheck, hasGrammars }: Analysers,
  { end, now }: Budget,
): [AnalyserName, Part | null][] {
  const complete = (findings: readonly Omit<CodeFinding, 'file'>[]) => ({ findings, isComplete: true })
  const parts: [AnalyserName, Part | null][] = []
  if (isFollowed(language)) {
    const follow: Part = async () => {
      const { flows, isComplete } = await findTaint(language, code, { maxMs: Math.max(50, shareOfTaint * (end - now())), now })
      return { findings: findingsOfFlows(flows, { language, code }), isComplete }
    }
    parts.push(['taint', hasGrammars ? follow : null])
  }
  if (language === 'python') parts.push(['ruff', ruff && (() => Promise.resolve(complete(ruff.run(code, end - now()))))])
  if (language === 'javascript' || language === 'typescript' || language === 'tsx') {
    parts.push(['eslint', eslint && (() => Promise.resolve(complete(eslint.run(language, code, { maxMs: end - now(), now }))))])
  }
  if (language === 'shell') {
    parts.push([
      'shellcheck',
      shellcheck === null ? null : async () => complete(await runShellcheck(shellcheck, code, Math.min(maxShellMs, end - now()))),
    ])
  }
  return parts
}

function isFollowed(language: string): language is GrammarName {
  return (grammarNames as readonly string[]).includes(language)
}
