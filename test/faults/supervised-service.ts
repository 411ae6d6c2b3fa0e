import { spawn, type ChildProcess } from 'node:child_process'
import { createWriteStream, writeFileSync, renameSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

export interface SupervisedService {
  readonly url: string
  /** Of the process that runs now, null between two. */
  readonly pid: number | null
  readonly kills: number
  /** Starts that did not get as far as being ready: the disk was full, no chain answered. */
  readonly failedStarts: number
  /** Ends that nobody asked for, of a process that was ready. */
  readonly crashes: readonly string[]
  /** From spawn to ready, in milliseconds. */
  readonly startMs: readonly number[]
  /** Share of the time so far in which it was ready. */
  readonly readyShare: number
  /** SIGKILL; the next process is started a moment later. */
  kill(): void
  ready(): Promise<void>
  /** SIGTERM, and a new process once the old one has ended; resolves when that is ready, with how the old one ended ("code 0"). */
  restart(): Promise<string>
  /** Puts the service's wall clock this far from the machine's, now and after every start. */
  stepClock(offsetMs: number): void
  /** SIGTERM, and no new process. The signal or code by which it ended. */
  stop(): Promise<string>
}

export interface SupervisionOptions {
  readonly port: number
  readonly env: Readonly<Record<string, string>>
  /** Where logs and the clock's file lie; not on the service's disk. */
  readonly directory: string
  /** How long it stays down after an end. */
  readonly pauseMs: () => number
}

const readyMs = 60_000
const preload = new URL('./stepped-clock.ts', import.meta.url).href

/** Keeps `farthing start` running as a process of its own, as a supervisor does: whatever ends it, it is started again. */
export function superviseService({ port, env, directory, pauseMs }: SupervisionOptions): SupervisedService {
  const clockFile = `${directory}/clock`
  const log = createWriteStream(`${directory}/service.log`, { flags: 'a' })
  const crashes: string[] = []
  const startMs: number[] = []
  const doomed = new WeakSet<ChildProcess>()
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
        const asked = stopping || doomed.has(own)
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
  // However the run ends, it leaves nothing running.
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
      doomed.add(child)
      child.kill('SIGKILL')
    },
    ready,
    async restart() {
      if (child === null) throw new Error('there is nothing to restart')
      doomed.add(child)
      child.kill('SIGTERM')
      const how = await ended
      await ready()
      return how
    },
    stepClock(offsetMs) {
      writeClock(offsetMs)
      // Before it is ready nobody listens for the signal, which would end it.
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
