import { z } from 'zod'
import type { Place } from '../code/syntax.ts'
import type { CodeFinding, Fix } from '../finding.ts'
import type { RuleNote } from '../rule-note.ts'
import { isNoSecret } from '../secrets/no-secret.ts'
import { runLimited } from '../run-limited.ts'
import { createTextPlaces, type TextPlaces } from '../text-places.ts'
import { ruffCorrectnessRules } from './correctness-rules.ts'
import { ruffSecurityRules } from './security-rules.ts'

/** Ruff with our choice of rules. */
export interface RuffRunner {
  /** @throws TookTooLong; RangeError for code that is nested too deeply. After either of them the process should be replaced. */
  run(text: string, maxMs: number): Omit<CodeFinding, 'file'>[]
}

const notes: Readonly<Record<string, RuleNote>> = { ...ruffSecurityRules, ...ruffCorrectnessRules }

const doesNotParse: RuleNote = {
  category: 'correctness',
  severity: 'high',
  confidence: 0.9,
  cwe: [],
  title: 'The code does not parse',
  why: 'Python stops here with a SyntaxError when the file is loaded.',
  howToMend: 'Correct the syntax at this place; the mistake may be in the lines before.',
}

const position = z.object({ row: z.int(), column: z.int() })
const diagnostics = z.array(
  z.object({
    code: z.string().nullable(),
    message: z.string(),
    start_location: position,
    end_location: position,
    fix: z.object({ edits: z.array(z.object({ content: z.string().nullable(), location: position, end_location: position })) }).nullable(),
  }),
)
type Diagnostic = z.output<typeof diagnostics>[number]

/** Changes of ruff that are surely what was meant. */
const sureFixes = ['F632', 'E711']

/** @throws Error when the package is not installed */
export async function openRuff(): Promise<RuffRunner> {
  const { PositionEncoding, Workspace } = await import('@astral-sh/ruff-wasm-nodejs')
  const settings = { 'target-version': 'py313', lint: { select: Object.keys(notes) } }
  const workspace = new Workspace(settings, PositionEncoding.Utf16)
  return {
    run(text, maxMs) {
      const found = diagnostics.parse(runLimited(() => workspace.check(withoutSuppression(text)) as unknown, maxMs))
      const syntax = found.filter(({ code }) => isSyntaxError(code))
      // One mistake of syntax makes many.
      if (syntax.length > 0) return syntax.slice(0, 1).flatMap((diagnostic) => findingOf(diagnostic, text))
      return firstOfEachRule(found, createTextPlaces(text)).flatMap((diagnostic) => findingOf(diagnostic, text))
    },
  }
}

const isSyntaxError = (code: string | null) => code === null || code === 'invalid-syntax' || code.startsWith('E9')

/** Comments of the submission may not switch rules off. No place moves. */
function withoutSuppression(text: string): string {
  return text.replaceAll(/noqa/gi, 'n0qa').replaceAll(/(#\s*)(?:ruff|flake8)(?=\s*:)/gi, (comment) => comment.slice(0, -1) + '-')
}

function findingOf(diagnostic: Diagnostic, text: string): Omit<CodeFinding, 'file'>[] {
  const { code, message } = diagnostic
  const at = placeOf(diagnostic.start_location, diagnostic.end_location)
  if (isSyntaxError(code)) return [{ ...doesNotParse, ruleId: 'ruff/parse', engine: 'ruff', at, source: null, fix: null }]
  const note = code !== null && Object.hasOwn(notes, code) ? notes[code] : undefined
  if (!note) return []
  // Ruff tells by its message whether the command is written out.
  const seemsSafe = /seems safe/.test(message)
  const severity = seemsSafe ? 'low' : note.severity
  const confidence = seemsSafe ? 0.4 : note.confidence
  return [{ ...note, severity, confidence, ruleId: `ruff/${code}`, engine: 'ruff', at, source: null, fix: fixOf(diagnostic, text) }]
}

/** Of a rule that is broken on every line, a reader needs no more. */
const mostOfARule = 200

/** What a rule finds and a reader would not is left out. */
function firstOfEachRule(found: readonly Diagnostic[], places: TextPlaces): Diagnostic[] {
  const counts = new Map<string | null, number>()
  // A star import may bring the name.
  const hasStarImport = found.some(({ code }) => code === 'F821') && bringsAllNames(places)
  return found.filter((diagnostic) => {
    const { code } = diagnostic
    const count = counts.get(code) ?? 0
    if (count >= mostOfARule || (code === 'F821' && hasStarImport) || isRead(diagnostic, places) || namesNoSecret(diagnostic, places))
      return false
    counts.set(code, count + 1)
    return true
  })
}

function bringsAllNames(places: TextPlaces): boolean {
  return Array.from({ length: places.lineCount }, (_, index) => places.lineAt(index + 1)).some((line) =>
    /^[ \t]*from[ \t]+\S+[ \t]+import[ \t]+\*/.test(line),
  )
}

/** Reading an attribute may do something: it loads a body, or throws. */
function isRead({ code, start_location: start, end_location: end }: Diagnostic, places: TextPlaces): boolean {
  return code === 'B018' && /^[\w.]+\.\w+$/.test(places.lineAt(start.row).slice(start.column - 1, end.column - 1))
}

/** Ruff takes every text under a name with "password", "token" or "secret" in it for one. */
function namesNoSecret({ code, message, start_location: start, end_location: end }: Diagnostic, places: TextPlaces): boolean {
  if (!/^S10[567]$/.test(code ?? '')) return false
  const [, name = ''] = /: "(.*)"$/.exec(message) ?? []
  const value = places.lineAt(start.row).slice(start.column - 1, start.row === end.row ? end.column - 1 : undefined)
  return isNoSecret(name, value.replace(/^[\w.\s]*=\s*/, '').replaceAll(/^[rbuf]{0,2}["']+|["']+$/gi, ''))
}

function placeOf(start: z.output<typeof position>, end: z.output<typeof position>): Place {
  return { line: start.row, column: start.column, endLine: end.row, endColumn: end.column }
}

/** A change in one place, within one line. */
function fixOf({ code, fix, start_location: start, end_location: end }: Diagnostic, text: string): Fix | null {
  if (code === 'S501' || code === 'S201') return settingFix(text, placeOf(start, end), code)
  const [edit, ...more] = fix?.edits ?? []
  if (!edit || more.length > 0 || code === null || !sureFixes.includes(code) || edit.content?.includes('\n')) return null
  return { at: placeOf(edit.location, edit.end_location), replacement: edit.content ?? '' }
}

const settings = {
  S501: { pattern: /\bverify\s*=\s*False\b/g, from: 'False', to: 'True' },
  S201: { pattern: /\bdebug\s*=\s*True\b/g, from: 'True', to: 'False' },
} as const

/** Turns the one setting of the line that the rule is about. */
function settingFix(text: string, at: Place, code: keyof typeof settings): Fix | null {
  const { pattern, from, to } = settings[code]
  const lines = text.split('\n').slice(at.line - 1, at.endLine)
  const found = lines.flatMap((line, index) => [...line.matchAll(pattern)].map((match) => ({ match, line: at.line + index })))
  const [only] = found
  if (found.length !== 1 || !only) return null
  const column = only.match.index + only.match[0].length - from.length + 1
  return { at: { line: only.line, column, endLine: only.line, endColumn: column + from.length }, replacement: to }
}
