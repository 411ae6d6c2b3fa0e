import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Chain, NetworkId } from '../../src/chain/chain.ts'
import { createLogger } from '../../src/ops/logger.ts'
import { openSandbox } from '../open-sandbox.ts'
import { balanceOf, reconcile } from './balances.ts'
import { startDemoService } from './demo-service.ts'
import { killAndRestart } from './kill-and-restart.ts'
import { createPrinter, type Printer } from './print.ts'
import * as scenes from './scenes.ts'
import { secondProtocol } from './second-protocol.ts'

/** Shows every way to call and to pay, on a separate sandbox. Returns the exit code: 1 if anything differs from what is expected. */
export async function runDemo(options: { readonly json: boolean }): Promise<number> {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-demo-'))
  const print = createPrinter(options.json)
  const { log, flush } = createLogger({ level: 'error' })
  // In the order in which they were opened.
  const opened: (() => Promise<void>)[] = [() => rm(directory, { recursive: true, force: true })]
  try {
    print.note('starting six chains and the service ...')
    const sandbox = await openSandbox({ directory: join(directory, 'sandbox'), world: null, blockMs: 1000, log })
    opened.push(() => sandbox.close())
    const place = { sandbox, directory, log }
    let service = await startDemoService(place, 0)
    opened.push(() => service.close())
    const { chains } = service.parts
    const before = await balances(chains, sandbox.payTo)
    const demo: scenes.DemoContext = {
      url: service.url,
      assets: [...chains.values()].map(({ network }) => ({ network: network.id, usdc: network.asset, label: network.name })),
      print,
      fund: (address, usdc) => sandbox.world.fund(address, usdc),
    }
    await showPayments(demo)
    service = await killAndRestart(demo, place, service)
    await reconcile({ chains: service.parts.chains, ledger: service.parts.ledger, payTo: sandbox.payTo, before, print })
  } catch (error) {
    print.fail(error instanceof Error ? error.message : 'the demo broke off')
    log.error({ err: error }, 'the demo broke off')
  } finally {
    for (const close of opened.toReversed()) await close().catch((error: unknown) => log.error({ err: error }, 'closing failed'))
    flush()
  }
  return end(print)
}

async function showPayments(demo: scenes.DemoContext): Promise<void> {
  await scenes.freeCall(demo)
  await scenes.quotaCalls(demo)
  await scenes.firstCallFree(demo)
  await scenes.everyNetwork(demo)
  await scenes.fiftyAtOnce(demo)
  await scenes.samePaymentTwice(demo)
  await scenes.failingProduct(demo)
  await secondProtocol(demo)
}

function end(print: Printer & { readonly failures: readonly string[] }): number {
  const differing = print.failures.length
  print.scene(differing === 0 ? 'Everything is as it should be.' : `${differing} things differ from what they should be.`)
  return differing === 0 ? 0 : 1
}

async function balances(chains: ReadonlyMap<NetworkId, Chain>, payTo: `0x${string}`): Promise<Map<NetworkId, bigint>> {
  return new Map(await Promise.all([...chains].map(async ([id, chain]) => [id, await balanceOf(chain, payTo)] as const)))
}
