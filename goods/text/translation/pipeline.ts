import { spawn, type ChildProcess } from 'node:child_process'
import { setPriority } from 'node:os'
import type { Readable } from 'node:stream'
import type { Timers } from '../../../src/goods/kit/parts.ts'
import type { Stage } from './mode-file.ts'

/** The pipeline ended, took too long, or wrote what does not belong to what was asked. The message says nothing of a text. */
export class PipelineFailed extends Error {
  override readonly name = 'PipelineFailed'
}

/** Running programs, each of which reads what the one before it writes. */
export interface Pipeline {
  /** Sends texts in Apertium's stream format and gives back what became of each. One call at a time. @throws PipelineFailed */
  run(units: readonly string[], maxMs: number): Promise<readonly string[]>
  hasEnded(): boolean
  /** Kills all programs, and waits until they are gone. */
  end(): Promise<void>
}

/** Bytes of output that are read for one byte of input, and besides that. */
const maxGrowth = 8
const maxExtraBytes = 65_536

/** The service's own work comes first. */
const niceness = 5

interface Waiting {
  readonly count: number
  readonly outputs: string[]
  readonly maxBytes: number
  bytes: number
  resolve(outputs: readonly string[]): void
  reject(error: PipelineFailed): void
}

/** @param directory where the programs are */
export function startPipeline(stages: readonly Stage[], directory: string, timers: Timers): Pipeline {
  const children: ChildProcess[] = []
  let waiting: Waiting | null = null
  let ended = false
  let rest: Buffer[] = []

  function fail(reason: string): void {
    ended = true
    for (const child of children) child.kill('SIGKILL')
    waiting?.reject(new PipelineFailed(reason))
    waiting = null
  }

  function hear(bytes: Buffer): void {
    if (!waiting) return fail('it wrote without being asked')
    waiting.bytes += bytes.length
    if (waiting.bytes > waiting.maxBytes) return fail('it wrote too much')
    let from = 0
    for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, from)) {
      waiting.outputs.push(Buffer.concat([...rest, bytes.subarray(from, at)]).toString('utf8'))
      rest = []
      from = at + 1
    }
    if (from < bytes.length) rest.push(bytes.subarray(from))
    if (waiting.outputs.length < waiting.count) return
    const { outputs, count, resolve } = waiting
    if (outputs.length > count || rest.length > 0) return fail('it wrote more texts than it was given')
    waiting = null
    resolve(outputs)
  }

  const parts = { directory, timers, children, fail, hasEnded: () => ended }
  const connected = connect(stages, parts).then(
    (output) => {
      output.on('data', hear)
      output.on('error', () => fail('its output broke'))
    },
    () => fail('its programs could not be started'),
  )

  return {
    hasEnded: () => ended,
    run(units, maxMs) {
      if (ended) return Promise.reject(new PipelineFailed('it has ended'))
      if (waiting) return Promise.reject(new PipelineFailed('it is at work'))
      if (units.length === 0) return Promise.resolve([])
      const input = Buffer.from(units.map((unit) => `${unit}\0`).join(''), 'utf8')
      const done = new Promise<readonly string[]>((resolve, reject) => {
        waiting = { count: units.length, outputs: [], maxBytes: maxGrowth * input.length + maxExtraBytes, bytes: 0, resolve, reject }
      })
      const cancel = timers.after(maxMs, () => fail(`it took longer than ${maxMs} ms`))
      void connected.then(() => children[0]?.stdin?.write(input))
      return done.finally(cancel)
    },
    async end() {
      fail('it was ended')
      await connected
      await Promise.all(children.map(gone))
    },
  }
}

interface ConnectParts {
  readonly directory: string
  readonly timers: Timers
  /** Gets each program that is started. */
  readonly children: ChildProcess[]
  fail(reason: string): void
  hasEnded(): boolean
}

/**
 * Starts all programs. Each gets the output of the one before it as its input, without a detour through this process. A start
 * takes some milliseconds of the event loop, so each has a turn of its own; no program writes before there is input.
 */
async function connect(stages: readonly Stage[], { directory, timers, children, fail, hasEnded }: ConnectParts): Promise<Readable> {
  let previous: Readable | null = null
  for (const { command, args } of stages) {
    if (hasEnded()) break
    const child: ChildProcess = spawn(`${directory}/${command}`, args, {
      // They need no secret of ours, and an encoding that knows all letters.
      env: { LC_ALL: 'C.UTF-8' },
      cwd: '/',
      stdio: [previous ?? 'pipe', 'pipe', 'ignore'],
    })
    // This end was only lent: what is read here would be missing there.
    previous?.destroy()
    children.push(child)
    child.on('error', () => fail(`${command} could not be started`))
    child.on('exit', () => fail(`${command} ended`))
    child.stdin?.on('error', () => fail(`${command} takes no input`))
    lowerPriority(child)
    previous = child.stdout
    await new Promise<void>((resolve) => void timers.soon(resolve))
  }
  if (!previous) throw new PipelineFailed('it has no programs')
  return previous
}

function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, niceness)
  } catch {
    // It is gone already, which the exit says.
  }
}

function gone(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => void child.once('exit', () => resolve()))
}
