import { loadConfig } from '../config/config.ts'
import { createLogger } from '../ops/logger.ts'
import { createShutdown } from '../ops/shutdown.ts'
import { standInsOf } from '../service/goods/load-goods.ts'
import { processIo } from './define/command-io.ts'
import { defineCommand } from './define/define-command.ts'
import type { Entrances } from './entrances.ts'
import { readGoods } from './start/read-goods.ts'
import { system } from './start/run-process.ts'
import { logLevelOf } from './start/say-ready.ts'

const command = defineCommand({
  name: 'sandbox',
  forms: [['', 'only the local chains, the stand-ins and the faucet']],
  options: {},
  notes: `It prints the file that services join with SANDBOX_WORLD, and runs until SIGTERM or SIGINT. DATA_DIR is where its chains are kept.`,
})

type SandboxEntrances = Pick<Entrances, 'openSandbox' | 'ownLines' | 'lineOfFile'>

/** `farthing sandbox`: only the sandbox, for services that join it with SANDBOX_WORLD. Runs until a signal ends it. */
export function sandboxCommand(args: readonly string[], entrances: SandboxEntrances): Promise<number> {
  return command.run(args, processIo(), () => runSandbox(entrances))
}

async function runSandbox({ openSandbox, ...lines }: SandboxEntrances): Promise<number> {
  const config = loadConfig()
  const { log, flush } = createLogger({ level: logLevelOf(config), secrets: config.secrets, pretty: process.stderr.isTTY })
  const sandbox = await openSandbox({
    directory: config.sandboxDir ?? `${config.dataDir}/sandbox`,
    world: null,
    blockMs: config.sandboxBlockMs,
    networks: config.sandboxNetworks,
    log,
    // All services that join it ask the same stand-ins.
    standIns: standInsOf((await readGoods(config, lines)).goods),
  })
  process.stdout.write(`sandbox ready; join it with SANDBOX_WORLD=${sandbox.file}\n`)
  return new Promise<number>((resolve) => {
    const exit = (code: number) => {
      flush()
      resolve(code)
    }
    const shutdown = createShutdown({ ...system, log, totalMs: config.shutdownSeconds * 1000, exit })
    shutdown.step('sandbox', () => sandbox.close())
    shutdown.listen(process)
  })
}
