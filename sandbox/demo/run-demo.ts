import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startService } from '../../src/service/start-service.ts'
import { loadConfig } from '../../src/config/config.ts'
import type { Chain, NetworkId } from '../../src/chain/chain.ts'
import { createLogger } from '../../src/ops/logger.ts'
import { createMetrics } from '../../src/ops/metrics.ts'
import { systemClock, systemRandom, systemTimers } from '../../src/ops/system.ts'
import { noFailPoint } from '../../src/shared/fail-point.ts'
import { openSandbox } from '../open-sandbox.ts'
import { balanceOf, compareBalances } from './balances.ts'
import { createPrinter } from './print.ts'
import * as scenes from './scenes.ts'
import { secondProtocol } from './second-protocol.ts'

/** Shows every way to call and to pay, on a separate sandbox. Returns the exit code: 1 if anything differs from what is expected. */
export async function runDemo(options: { readonly json: boolean }): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-demo-'))
  const print = createPrinter(options.json)
  const { log, flush } = createLogger({ level: 'error' })
  const closing: (() => Promise<void>)[] = [() => rm(directory, { recursive: true, force: true })]
  try {
    print.note('starting six chains and the service ...')
    const sandbox = await openSandbox({ directory: join(directory, 'sandbox'), world: null, blockMs: 1000, log })
    closing.unshift(() => sandbox.close())
    const service = await startService({
      config: loadConfig({ PORT: '0', DATA_DIR: directory, LOG_LEVEL: 'error' }),
      system: { clock: systemClock, timers: systemTimers, random: systemRandom },
      log,
      metrics: createMetrics(),
      sandbox,
      failPoint: noFailPoint,
    })
    for (const step of service.closing) closing.splice(closing.length - 2, 0, () => step.run(10_000))
    const { chains, ledger } = service.parts
    const before = await balances(chains, sandbox.payTo)
    const demo: scenes.DemoContext = {
      url: service.url,
      assets: [...chains.values()].map(({ network }) => ({ network: network.id, usdc: network.asset, label: network.name })),
      print,
      fund: (address, usdc) => sandbox.world.fund(address, usdc),
    }
    await scenes.freeCall(demo)
    await scenes.quotaCalls(demo)
    await scenes.firstCallFree(demo)
    await scenes.everyNetwork(demo)
    await scenes.fiftyAtOnce(demo)
    await scenes.samePaymentTwice(demo)
    await scenes.failingProduct(demo)
    await secondProtocol(demo)
    await compareBalances({ chains, ledger, payTo: sandbox.payTo, before, print })
  } catch (error) {
    print.fail(error instanceof Error ? error.message : 'the demo broke off')
    log.error({ err: error }, 'the demo broke off')
  } finally {
    for (const step of closing) await step().catch((error: unknown) => log.error({ err: error }, 'closing failed'))
    flush()
  }
  print.scene(
    print.failures.length === 0 ? 'Everything is as it should be.' : `${print.failures.length} things differ from what they should be.`,
  )
  return print.failures.length === 0 ? 0 : 1
}

async function balances(chains: ReadonlyMap<NetworkId, Chain>, payTo: `0x${string}`): Promise<Map<NetworkId, bigint>> {
  return new Map(await Promise.all([...chains].map(async ([id, chain]) => [id, await balanceOf(chain, payTo)] as const)))
}
