import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Whether this machine has the program. */
export const has = (program: string) => spawnSync('which', [program]).status === 0

/** What a program prints, wherever it prints it. Throws when it ends with another code than 0. */
export async function printed(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<string> {
  const { stdout, stderr } = await run(program, args, { ...options, maxBuffer: 64 * 1024 * 1024 })
  return stdout + stderr
}

/** A file of the kit, changed in the named places. Each of them must be there. */
export function adapted(file: string, places: readonly (readonly [from: string, to: string])[]): string {
  return places.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`${file} has no ${JSON.stringify(from)} to adapt`)
      return text.replaceAll(from, to)
    },
    readFileSync(`deploy/${file}`, 'utf8'),
  )
}

export interface Running {
  readonly url: string
  close(): Promise<void>
}

/** Starts a program that serves, and waits until a path of it is answered. */
export async function serve(program: string, args: readonly string[], url: string, path: string, env: NodeJS.ProcessEnv): Promise<Running> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env })
  for (;;) {
    if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}`)
    const answered = await fetch(url + path).then(
      ({ ok }) => ok,
      () => false,
    )
    if (answered) return { url, close: () => end(child) }
    await sleep(50)
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
