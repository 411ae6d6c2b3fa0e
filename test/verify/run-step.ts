import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'

/** One check and the command that does it. */
export interface Step {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
}

export interface StepResult {
  readonly name: string
  readonly ok: boolean
  readonly seconds: number
  /** Of both streams of the program. */
  readonly output: string
}

/** Runs a program of the project's packages. One that can't be started is a check that failed. */
export async function runStep({ name, command }: Step, root: string, now: () => number): Promise<StepResult> {
  const start = now()
  const [program, ...args] = command
  const path = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  const child = spawn(program, args, { cwd: root, env: { ...process.env, PATH: path }, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = once(child, 'exit').then(
    ([code]) => ({ ok: code === 0, fault: '' }),
    (error: unknown) => ({ ok: false, fault: String(error) }),
  )
  const [out, errors, { ok, fault }] = await Promise.all([text(child.stdout), text(child.stderr), ended])
  return { name, ok, seconds: (now() - start) / 1000, output: `${out}${errors}${fault}` }
}
