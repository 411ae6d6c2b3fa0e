import { loadConfig, type Config } from '../config.ts'
import { createLogger } from '../ops/logger.ts'
import { createMetrics } from '../ops/metrics.ts'
import { createShutdown } from '../ops/shutdown.ts'
import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import type { OpenSandbox } from './opened-sandbox.ts'
import { noCheckpoint, type Checkpoint } from '../shared/checkpoint.ts'
import type { Log } from '../shared/log.ts'
import { startService, type Service } from './serve.ts'
import { welcome } from './welcome.ts'

export const system = { clock: systemClock, timers: systemTimers, random: systemRandom }

/** `farthing start`: runs until it is told to end; gives the exit code. */
export async function startCommand(args: readonly string[], openSandbox: OpenSandbox): Promise<number> {
  if (args.length > 0) {
    process.stderr.write('farthing start takes no arguments: settings come from the environment, see farthing --settings\n')
    return 2
  }
  const config = loadConfig()
  const { log, flush } = createLogger({ level: config.logLevel, secrets: config.secrets, pretty: process.stderr.isTTY })
  return new Promise<number>((resolve) => {
    const exit = (code: number) => {
      flush()
      resolve(code)
      // Nothing may keep the process: sockets of clients that never go, a chain that never answers.
      system.timers.after(500, () => process.exit(code))
    }
    let service: Service | null = null
    const drain = async () => service?.drain(config.drainSeconds * 1000)
    const shutdown = createShutdown({ ...system, log, drain, totalMs: config.shutdownSeconds * 1000, exit })
    shutdown.listen(process)
    const started = run(config, log, openSandbox, shutdown).then((ready) => {
      service = ready
    })
    started.catch((error: unknown) => {
      log.error({ err: error }, 'the service could not start')
      process.stderr.write(`farthing: ${error instanceof Error ? error.message : 'the service could not start'}\n`)
      void shutdown.begin('failed to start', 1)
    })
  })
}

async function run(config: Config, log: Log, openSandbox: OpenSandbox, shutdown: ReturnType<typeof createShutdown>): Promise<Service> {
  const sandbox =
    config.mode === 'sandbox'
      ? await openSandbox({
          directory: config.sandboxDir ?? `${config.dataDir}/sandbox`,
          world: config.sandboxWorld,
          blockMs: config.sandboxBlockMs,
          log,
        })
      : null
  // Until the service stands, an end must still take the sandbox with it.
  let closing: Service['closing'] = []
  shutdown.step('service', async (deadlineMs) => {
    // Each with a share of the time: payments that no chain settles now must not keep the ledger from being closed.
    let code = 0
    const orderly = createShutdown({ ...system, log, totalMs: deadlineMs, exit: (ended) => (code = ended) })
    for (const step of closing) orderly.step(step.name, step.run)
    await orderly.begin('the service ends')
    if (code !== 0) throw new Error('the service did not end in order')
  })
  if (sandbox) shutdown.step('sandbox', () => sandbox.close())
  const service = await startService({
    config,
    system,
    log,
    metrics: createMetrics({ process: true }),
    sandbox,
    checkpoint: killingCheckpoint(config),
  })
  closing = service.closing
  process.stdout.write(welcome(service, sandbox))
  return service
}

/** For fault tests in the sandbox: the process ends as by a power cut, at a named moment. */
function killingCheckpoint(config: Config): Checkpoint {
  const moment = config.sandboxKillAt
  if (moment === null) return noCheckpoint
  return (name) => {
    if (name === moment) process.kill(process.pid, 'SIGKILL')
  }
}
