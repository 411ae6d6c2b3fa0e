import { execFile } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { z } from 'zod'
import type { CodeFinding } from '../finding.ts'
import type { RuleNote } from '../rule-note.ts'
import { shellRules } from './shell-rules.ts'

const folders = ['/usr/bin', '/usr/local/bin', '/opt/homebrew/bin']

const output = z.array(z.object({ line: z.int(), endLine: z.int(), column: z.int(), endColumn: z.int(), level: z.string(), code: z.int() }))

const doesNotParse: RuleNote = {
  category: 'correctness',
  severity: 'high',
  confidence: 0.85,
  cwe: [],
  title: 'The script does not parse',
  why: 'The shell stops here with a syntax error.',
  howToMend: 'Correct the syntax at this place; the mistake may be in the lines before.',
}

/** The path of shellcheck on this machine; null where it is not installed. */
export function findShellcheck(): string | null {
  return findProgram('shellcheck')
}

function findProgram(name: string): string | null {
  return folders.map((folder) => `${folder}/${name}`).find(isExecutable) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * What shellcheck says about a script: a process without a shell and without an environment, killed after `maxMs`.
 * @throws Error when it was killed or its output is not what it should be
 */
export async function runShellcheck(program: string, text: string, maxMs: number): Promise<Omit<CodeFinding, 'file'>[]> {
  const options = ['--format=json', '--norc', '--shell=bash', `--include=${codes.join(',')}`, '--severity=style', '-']
  // It ends by itself after that processor time, should this process be killed before.
  const limiter = findProgram('prlimit')
  const [file, ...args] = limiter ? [limiter, `--cpu=${Math.ceil(maxMs / 1_000) + 1}`, program, ...options] : [program, ...options]
  const found = output.parse(JSON.parse(await outputOf(file ?? program, args, withoutDirectives(text), maxMs)))
  return found.flatMap(({ code, line, column, endLine, endColumn }) => {
    const note = code < 2_000 ? doesNotParse : shellRules[code]
    if (!note) return []
    const at = { line, column, endLine, endColumn }
    return [
      {
        ...note,
        ruleId: code < 2_000 ? 'shellcheck/parse' : `shellcheck/SC${code}`,
        engine: 'shellcheck' as const,
        at,
        source: null,
        fix: null,
      },
    ]
  })
}

const codes = [...Object.keys(shellRules), '1072', '1073']

/** Comments of the submission may not switch rules off. No place moves. */
function withoutDirectives(text: string): string {
  return text.replaceAll(/(#\s*)shellcheck(?=\s)/g, '$1shellch-ck')
}

function outputOf(file: string, args: readonly string[], input: string, maxMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(
      file,
      args,
      { env: { LANG: 'C.UTF-8' }, timeout: maxMs, killSignal: 'SIGKILL', maxBuffer: 4_000_000, encoding: 'utf8' },
      (error, stdout) => {
        // 1: it found something.
        if (error && error.code !== 1) reject(new Error('shellcheck did not come to its end'))
        else resolve(stdout)
      },
    )
    child.stdin?.on('error', () => {})
    child.stdin?.end(input)
  })
}
