import { vi } from 'vitest'
import { lineOfFile, lines, offerFiles } from '../../goods/lines.ts'
import type { Entrances } from './entrances.ts'
import { runCommand } from './run-command.ts'

export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

const entrances: Entrances = {
  openSandbox: () => Promise.reject(new Error('a sandbox was opened')),
  runDemo: () => Promise.reject(new Error('the demo was run')),
  ownLines: async () => lines,
  lineOfFile,
  offerFiles,
}

/**
 * Runs the program with these arguments and only these variables, as `farthing` does, but in this process: starting one takes a
 * hundred times as long. Commands that change the process itself (its umask, its priority) need one of their own.
 */
export async function runHere(args: readonly string[], env: Record<string, string> = {}): Promise<Ended> {
  const before = process.env
  let [out, err] = ['', '']
  const stdout = vi.spyOn(process.stdout, 'write').mockImplementation((text) => ((out += String(text)), true))
  const stderr = vi.spyOn(process.stderr, 'write').mockImplementation((text) => ((err += String(text)), true))
  process.env = { ...env }
  try {
    const code = await runCommand(args, entrances)
    return { code, out, err }
  } finally {
    process.env = before
    stdout.mockRestore()
    stderr.mockRestore()
  }
}
