import type { ESLint, Linter as LinterTypes } from 'eslint'
import type { CodeFinding, Fix } from '../finding.ts'
import type { RuleNote } from '../rule-note.ts'
import { runLimited } from '../run-limited.ts'
import { eslintCoreRules } from './correctness-rules.ts'
import { eslintSecurityRules } from './security-rules.ts'
import { sonarRules } from './sonar-rules.ts'
import { sonarSecurityRules } from './sonar-security-rules.ts'

type ScriptLanguage = 'javascript' | 'typescript' | 'tsx'

/** ESLint with our choice of rules. */
export interface EslintRunner {
  /** @throws TookTooLong; RangeError for code that is nested too deeply */
  run(language: ScriptLanguage, text: string, limits: { readonly maxMs: number; readonly now: () => number }): Omit<CodeFinding, 'file'>[]
}

const notes: Readonly<Record<string, RuleNote>> = { ...eslintCoreRules, ...sonarRules, ...eslintSecurityRules, ...sonarSecurityRules }

const options: Readonly<Record<string, readonly unknown[]>> = {
  'no-constant-condition': [{ checkLoops: false }],
  'no-unused-vars': [{ vars: 'local', args: 'none', caughtErrors: 'none', ignoreRestSiblings: true }],
}

/** Overloads and types look like these to the rules; an element of markup is a use that `no-unused-vars` does not see. */
const notForTypes = ['no-unused-vars', 'no-dupe-class-members']

const doesNotParse: RuleNote = {
  category: 'correctness',
  severity: 'high',
  confidence: 0.9,
  cwe: [],
  title: 'The code does not parse',
  why: 'An engine that loads the file stops here with a syntax error.',
  howToMend: 'Correct the syntax at this place; the mistake may be in the lines before.',
}

/** Loads ESLint and its plugins, which takes one to three seconds. @throws Error when a package is not installed */
export async function openEslint(): Promise<EslintRunner> {
  const { Linter } = await import('eslint')
  const typescriptParser = (await import('@typescript-eslint/parser')) as unknown as LinterTypes.Parser
  const plugins: Record<string, ESLint.Plugin> = {
    security: pluginOf(await import('eslint-plugin-security')),
    sonarjs: pluginOf(await import('eslint-plugin-sonarjs')),
    'no-unsanitized': pluginOf(await import('eslint-plugin-no-unsanitized')),
  }
  const linter = new Linter({ configType: 'flat', cwd: '/' })

  function verify(text: string, filename: string, parser: LinterTypes.Parser | null, sourceType: 'module' | 'commonjs') {
    const isTyped = /\.tsx?$/.test(filename)
    const isMarkup = /<[A-Za-z][\w.]*[\s/>]/.test(text)
    const rules = Object.keys(notes).filter((rule) => (!isTyped || !notForTypes.includes(rule)) && (!isMarkup || rule !== 'no-unused-vars'))
    const config: LinterTypes.Config = {
      files: ['**/*'],
      plugins,
      linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: 'off' },
      languageOptions: {
        ecmaVersion: 'latest',
        sourceType,
        globals: { setTimeout: 'readonly', setInterval: 'readonly', window: 'readonly', globalThis: 'readonly' },
        ...(parser ? { parser } : {}),
        parserOptions: { ecmaFeatures: { jsx: !filename.endsWith('.ts') } },
      },
      rules: Object.fromEntries(rules.map((rule) => [rule, ['error', ...(options[rule] ?? [])]])) as LinterTypes.RulesRecord,
    }
    return linter.verify(text, config, { filename })
  }

  /** Code that is no module may still be a script, or JavaScript with types. */
  function verifyScript(text: string, language: ScriptLanguage, remaining: () => number): LinterTypes.LintMessage[] {
    const limited = (...args: Parameters<typeof verify>) => {
      const messages = runLimited(() => verify(...args), remaining())
      if (messages.some(({ fatal, message }) => fatal && /stack/.test(message))) throw new RangeError('nested too deeply')
      return messages
    }
    if (language === 'typescript') return limited(text, 'submission.ts', typescriptParser, 'module')
    if (language === 'tsx') return limited(text, 'submission.tsx', typescriptParser, 'module')
    const first = limited(text, 'submission.js', null, 'module')
    if (!first.some(({ fatal }) => fatal)) return first
    const second = limited(text, 'submission.js', null, 'commonjs')
    return second.some(({ fatal }) => fatal) ? first : second
  }

  return {
    run(language, text, { maxMs, now }) {
      const end = now() + maxMs
      const messages = verifyScript(text, language, () => end - now())
      return messages.flatMap((message) => findingOf(message, text))
    },
  }
}

function pluginOf(module: unknown): ESLint.Plugin {
  const { default: plugin = module } = module as { readonly default?: unknown }
  return plugin as ESLint.Plugin
}

function findingOf(message: LinterTypes.LintMessage, text: string): Omit<CodeFinding, 'file'>[] {
  const { ruleId, line, column, endLine = line, endColumn = column, fatal = false } = message
  const note = fatal ? doesNotParse : ruleId === null || !Object.hasOwn(notes, ruleId) ? undefined : notes[ruleId]
  if (!note || isPerhapsExported(message, text)) return []
  const at = { line: Math.max(1, line), column: Math.max(1, column), endLine: Math.max(1, endLine), endColumn: Math.max(1, endColumn) }
  return [
    { ...note, ruleId: fatal ? 'eslint/parse' : `eslint/${ruleId}`, engine: 'eslint', at, source: null, fix: fixOf(message, text, at) },
  ]
}

/** What is declared at the top of a file may be used by the file that it was cut out of; an import is not. */
function isPerhapsExported({ ruleId, line }: LinterTypes.LintMessage, text: string): boolean {
  return ruleId === 'no-unused-vars' && /^(?!import\b)\S/.test(text.split('\n', line).at(-1) ?? '')
}

/** Only of one setting is it sure what was meant. */
function fixOf({ ruleId }: LinterTypes.LintMessage, text: string, at: CodeFinding['at']): Fix | null {
  if (ruleId !== 'sonarjs/unverified-certificate' || at.line !== at.endLine) return null
  const line = text.split('\n')[at.line - 1] ?? ''
  const setting = /rejectUnauthorized\s*:\s*false/g
  const found = [...line.matchAll(setting)]
  const [only] = found
  if (found.length !== 1 || !only) return null
  const column = only.index + only[0].length - 'false'.length + 1
  return { at: { line: at.line, column, endLine: at.line, endColumn: column + 'false'.length }, replacement: 'true' }
}
