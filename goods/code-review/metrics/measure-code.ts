import { ParseTimeout, parseCode, type AnyGrammar } from '../code/parse-code.ts'
import type { CodeFinding } from '../finding.ts'
import { untidiness } from '../rule-note.ts'
import { findDuplicates } from './find-duplicates.ts'
import { measureFunctions, type MeasuredFunction } from './measure-functions.ts'

export interface FileMetrics {
  readonly lineCount: number
  /** Lines that are neither empty nor only a comment. */
  readonly codeLineCount: number
  readonly commentLineCount: number
  /** Null where there is no grammar for the language, or the parser did not come to its end. */
  readonly complexity: {
    readonly functionCount: number
    readonly maxCyclomatic: number
    readonly meanCyclomatic: number
    readonly maxCognitive: number
    readonly maxNesting: number
  } | null
  readonly duplicateLineCount: number
}

export interface MeasuredCode {
  readonly name: string
  readonly metrics: FileMetrics
  readonly findings: readonly CodeFinding[]
  readonly isComplete: boolean
}

/** Above it a function is worth a word. */
const maxCognitive = 25

/** Lines and complexity of files, and what they have in common. @param end when to stop, by `now` */
export async function measureCode(
  files: readonly { readonly name: string; readonly code: string; readonly grammar: AnyGrammar | null }[],
  { end, now }: { readonly end: number; readonly now: () => number },
): Promise<readonly MeasuredCode[]> {
  const read = []
  for (const file of files) {
    const lines = file.code.replace(/\n$/, '').split('\n')
    const measured = file.grammar ? await measureTree(file.code, file.grammar, { end, now }) : null
    read.push({ ...file, lines, measured, commentLines: measured?.commentLines ?? new Set<number>() })
  }
  const duplicates = findDuplicates(read)
  return read.map(({ name, lines, grammar, measured, commentLines }) => {
    const blocks = duplicates.filter(({ file }) => file === name)
    const comments = lines.filter((line, index) => commentLines.has(index + 1) && isOnlyComment(line)).length
    const metrics: FileMetrics = {
      lineCount: lines.length,
      codeLineCount: lines.filter((line) => line.trim() !== '').length - comments,
      commentLineCount: comments,
      complexity: measured?.isComplete ? complexityOf([...measured.functions, measured.outside]) : null,
      duplicateLineCount: blocks.reduce((sum, { line, endLine }) => sum + endLine - line + 1, 0),
    }
    const findings = [
      ...(measured?.functions ?? []).filter(({ cognitive }) => cognitive > maxCognitive).map((found) => complexFinding(name, found)),
      ...blocks.map((block) => duplicateFinding(block, lines)),
    ]
    return { name, metrics, findings, isComplete: grammar === null || measured?.isComplete === true }
  })
}

/** A line of a block comment or one that begins with a comment, and not code with a comment behind it. */
function isOnlyComment(line: string): boolean {
  return /^\s*(?:\/\/|\/\*|\*|#|--|"""|''')/.test(line) || !/[;{}()=]/.test(line)
}

async function measureTree(code: string, grammar: AnyGrammar, { end, now }: { readonly end: number; readonly now: () => number }) {
  if (now() >= end) return null
  try {
    const tree = await parseCode(grammar, code, { maxMs: end - now(), now })
    try {
      return measureFunctions(tree, () => now() < end)
    } finally {
      tree.delete()
    }
  } catch (error) {
    if (error instanceof ParseTimeout) return null
    throw error
  }
}

function complexityOf(functions: readonly MeasuredFunction[]): FileMetrics['complexity'] {
  const max = (of: (one: MeasuredFunction) => number) => functions.reduce((most, one) => Math.max(most, of(one)), 0)
  const total = functions.reduce((sum, { cyclomatic }) => sum + cyclomatic, 0)
  return {
    functionCount: functions.length - 1,
    maxCyclomatic: max(({ cyclomatic }) => cyclomatic),
    meanCyclomatic: Math.round((10 * total) / functions.length) / 10,
    maxCognitive: max(({ cognitive }) => cognitive),
    maxNesting: max(({ maxNesting }) => maxNesting),
  }
}

function complexFinding(file: string, { line, endLine, cognitive }: MeasuredFunction): CodeFinding {
  const note = untidiness(0.7, [
    'A function that is hard to follow',
    `Its cognitive complexity is ${cognitive}; above ${maxCognitive} readers lose track of its branches.`,
    'Move parts of it into functions of their own, and leave early instead of nesting.',
  ])
  return {
    ...note,
    ruleId: 'metrics/complexity',
    engine: 'metrics',
    file,
    at: { line, column: 1, endLine, endColumn: 1 },
    source: null,
    fix: null,
  }
}

function duplicateFinding(
  { file, line, endLine, first }: ReturnType<typeof findDuplicates>[number],
  lines: readonly string[],
): CodeFinding {
  const where = first.file === file ? `in line ${first.line}` : 'in another file of the submission'
  const note = untidiness(0.7, [
    'The same lines twice',
    `The block is there before, ${where}. A correction of one is easily forgotten in the other.`,
    'Move it into a function that both call.',
  ])
  const at = { line, column: 1, endLine, endColumn: (lines[endLine - 1]?.length ?? 0) + 1 }
  return { ...note, ruleId: 'metrics/duplicate', engine: 'metrics', file, at, source: null, fix: null }
}
