import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, writeFileSync, renameSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SupervisedService {
  readonly url: string
  /** Process id; null while no process runs. */
  readonly pid: number | null
  readonly kills: number
  /** Number of starts that never became ready, for example because the disk was full or no chain answered. */
  readonly failedStarts: number
  /** Unexpected ends of a process that was ready. */
  readonly crashes: readonly string[]
  /** Per start: milliseconds from spawn to ready. */
  readonly startMs: readonly number[]
  /** Share of the time so far in which it was ready. */
  readonly readyShare: number
  /** Sends SIGKILL; the next process starts a moment later. */
  kill(): void
  ready(): Promise<void>
  /** Sends SIGTERM, and starts a new process when the old one has ended. Resolves when that is ready, with how the old one ended ("code 0"). */
  restart(): Promise<string>
  /** Sets the service's wall clock this far from the machine's, now and after every start. */
  stepClock(offsetMs: number): void
  /** Sends SIGTERM and starts no new process. Resolves with the signal or code by which it ended. */
  stop(): Promise<string>
}

export interface SupervisionOptions {
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  /** Directory of the logs and the clock's file; not on the service's disk. */
  readonly directory: string
  /** How long the service stays down after an end, in milliseconds. */
  readonly pauseMs: () => number
}

const readyMs = 60_000
const preload = new URL('./stepped-clock.ts', import.meta.url).href

/** Keeps `farthing start` running in its own process, as a supervisor does: after every end it is started again. */
export function superviseService({ port, env, directory, pauseMs }: SupervisionOptions): SupervisedService {
  const clockFile = `${directory}/clock`
  const log = createWriteStream(`${directory}/service.log`, { flags: 'a' })
  const crashes: string[] = []
  const startMs: number[] = []
  const killed = new WeakSet<ChildProcess>()
  let child: ChildProcess | null = null
  let isReady = false
  let stopping = false
  let kills = 0
  let readySince = 0
  let wasReadyMs = 0
  let failedStarts = 0
  let ended: Promise<string> = Promise.resolve('never started')

  function writeClock(offsetMs: number): void {
    writeFileSync(`${clockFile}.new`, String(Math.round(offsetMs)))
    renameSync(`${clockFile}.new`, clockFile)
  }

  function start(): void {
    if (stopping) return
    const startedAt = performance.now()
    const own = spawn(process.execPath, ['src/main.ts', 'start'], {
      env: {
        PATH: process.env['PATH'],
        PORT: String(port),
        NODE_OPTIONS: `--disable-warning=ExperimentalWarning --import=${preload}`,
        FAULTS_CLOCK_FILE: clockFile,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child = own
    isReady = false
    log.write(`# ${new Date().toISOString()} process ${own.pid} starts\n`)
    own.stderr.on('data', (chunk: Buffer) => log.write(chunk))
    let said = ''
    own.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      if (isReady || child !== own || !said.includes('ready on http')) return
      isReady = true
      readySince = performance.now()
      startMs.push(performance.now() - startedAt)
      // The clock may have been stepped since the preload read it.
      own.kill('SIGUSR2')
    })
    ended = new Promise((resolve) => {
      own.once('exit', (code, signal) => {
        const how = signal ?? `code ${code}`
        log.write(`# ${new Date().toISOString()} process ${own.pid} ended with ${how}\n`)
        const asked = stopping || killed.has(own)
        if (!asked && isReady) crashes.push(how)
        if (!asked && !isReady) failedStarts += 1
        if (isReady) wasReadyMs += performance.now() - readySince
        child = null
        isReady = false
        resolve(how)
        setTimeout(start, pauseMs())
      })
    })
  }

  async function ready(): Promise<void> {
    for (const until = performance.now() + readyMs; !isReady; await sleep(20))
      if (performance.now() > until) throw new Error(`the service is not ready after ${readyMs / 1000} s: see ${directory}/service.log`)
  }

  const beganAt = performance.now()
  writeClock(0)
  start()
  // Leaves no process behind, however the run ends.
  const killAtExit = () => void child?.kill('SIGKILL')
  process.once('exit', killAtExit)
  return {
    url: `http://127.0.0.1:${port}`,
    get pid() {
      return child?.pid ?? null
    },
    get kills() {
      return kills
    },
    get failedStarts() {
      return failedStarts
    },
    get readyShare() {
      const now = performance.now()
      return (wasReadyMs + (isReady ? now - readySince : 0)) / (now - beganAt)
    },
    crashes,
    startMs,
    kill() {
      if (child === null) return
      kills += 1
      killed.add(child)
      child.kill('SIGKILL')
    },
    ready,
    async restart() {
      if (child === null) throw new Error('there is nothing to restart')
      killed.add(child)
      child.kill('SIGTERM')
      const how = await ended
      await ready()
      return how
    },
    stepClock(offsetMs) {
      writeClock(offsetMs)
      // Before the process is ready it does not handle the signal, which would end it.
      if (isReady) child?.kill('SIGUSR2')
    },
    async stop() {
      stopping = true
      child?.kill('SIGTERM')
      const how = await ended
      process.off('exit', killAtExit)
      log.end()
      return how
    },
  }
}
