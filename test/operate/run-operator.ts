import type { Environment } from './both-engines.ts'

/** Commands that read or write streams have more in what they get; none of these tests uses that. */
export type OperatorCommand = (args: readonly string[], io: never) => Promise<number>

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs a command of the operator with these settings, as a process does. */
export async function runOperator(command: OperatorCommand, env: Environment, ...args: string[]): Promise<Ran> {
  let out = ''
  let err = ''
  const io = { out: (text: string) => void (out += text), err: (text: string) => void (err += text), env }
  const code = await command(args, io as never)
  return { code, out, err }
}

/** What it prints with `--json`. */
export async function readOperator(command: OperatorCommand, env: Environment, ...args: string[]): Promise<any> {
  const { out, err } = await runOperator(command, env, ...args, '--json')
  if (out === '') throw new Error(`no JSON: ${err}`)
  return JSON.parse(out)
}
