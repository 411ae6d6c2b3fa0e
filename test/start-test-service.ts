import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { everyLineStandIn } from '../sandbox/upstreams/every-stand-in.ts'
import { openSandbox, type Sandbox } from '../sandbox/open-sandbox.ts'
import type { Log } from '../src/shared/log.ts'
import type { Config } from '../src/config/config.ts'
import type { Chain, NetworkId } from '../src/chain/chain.ts'
import type { Service } from '../src/service/start-service.ts'
import type { Clock } from '../src/shared/clock.ts'
import type { FailPoint } from '../src/shared/fail-point.ts'
import { Problem } from '../src/shared/problems.ts'
import { callUntilAnswered, priceOfBitcoin, signPayment, termsOf, type Account } from './signed-payments.ts'
import { closeService, startInProcess, testLog } from './service-in-process.ts'
import { sharedSandbox } from './shared-sandbox.ts'
import { databaseFor } from './test-database.ts'

/** A whole service on a sandbox, over real HTTP and real chains. */
export interface TestService {
  readonly url: string
  readonly sandbox: Sandbox
  readonly parts: Service['parts']
  /** Steps of an orderly shutdown. */
  readonly closing: Service['closing']
  readonly directory: string
  /** A wallet that the faucet funded on all six chains. */
  wallet(usdc?: string): Promise<Account>
  /** A funded wallet whose first call is used up, so that it pays from now on. */
  payingWallet(usdc?: string): Promise<Account>
  chain(network?: NetworkId): Chain
  /** Payments that the service has claimed so far. */
  claims(): number
  close(): Promise<void>
}

/**
 * A sandbox for tests that read the past of its inhabitants: nodes keep the account states of the last 128 blocks only, which
 * the payments of other test files use up.
 */
export const youngChains = { blockMs: 50 }

type Environment = Readonly<Record<string, string>>

export interface TestServiceOptions {
  /**
   * The service gets a sandbox of its own, with a block per this many milliseconds, on these networks (all, where they are missing);
   * default: the one that test files share.
   */
  readonly ownSandbox?: { readonly blockMs: number; readonly networks?: Config['sandboxNetworks'] }
  readonly env?: Environment | ((sandbox: Sandbox) => Promise<Environment>)
  readonly failPoint?: FailPoint
  /** The service's clock; the chains keep their own. */
  readonly clock?: Clock
  /** Gets the log of the service. */
  readonly log?: Log
  /** Where the service finds the nodes of the sandbox, instead of at their own addresses. */
  readonly endpoints?: (sandbox: Sandbox) => Promise<Sandbox['endpoints']>
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const directory = await mkdtemp(join(tmpdir(), 'farthing-test-'))
  const sandbox = options.ownSandbox
    ? await openSandbox({
        directory: join(directory, 'sandbox'),
        world: null,
        log: testLog(),
        standIns: everyLineStandIn,
        ...options.ownSandbox,
      })
    : await sharedSandbox()
  let claims = 0
  const env = typeof options.env === 'function' ? await options.env(sandbox) : options.env
  const service = await startInProcess({
    env: { DATA_DIR: directory, ...(await databaseFor(directory)), ...env },
    sandbox: options.endpoints ? { ...sandbox, endpoints: await options.endpoints(sandbox) } : sandbox,
    ...(options.clock ? { clock: options.clock } : {}),
    ...(options.log ? { log: options.log } : {}),
    failPoint(name) {
      if (name === 'claimed') claims += 1
      options.failPoint?.(name)
    },
  })
  async function wallet(usdc = '5'): Promise<Account> {
    const account = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(account.address, usdc)
    return account
  }
  return {
    url: service.url,
    sandbox,
    parts: service.parts,
    closing: service.closing,
    directory,
    wallet,
    claims: () => claims,
    async payingWallet(usdc) {
      const account = await wallet(usdc)
      const payment = await signPayment(await termsOf(service.url, priceOfBitcoin), account)
      const response = await callUntilAnswered(service.url + priceOfBitcoin, payment)
      if (response.status !== 200) throw new Error(`the first call of a test wallet failed: ${response.status} ${await response.text()}`)
      await response.body?.cancel()
      return account
    },
    chain(network = 'eip155:8453') {
      const chain = service.parts.chains.get(network)
      if (!chain) throw new Error(`no chain ${network}`)
      return chain
    },
    async close() {
      await closeService(service)
      await sandbox.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Waits until an index has read all that its chains have. */
export async function untilIndexed({ parts }: TestService, index: 'agents' | 'transfers'): Promise<void> {
  for (let waited = 0; waited < 300; waited++) {
    const states = parts.lines.indexes().filter((one) => one.index === index)
    if (states.length > 0 && states.every(({ state }) => state === 'current')) return
    await sleep(100)
  }
  throw new Error(`the index of ${index} was not read in time`)
}

/** Waits until models and analysers are loaded, which takes seconds of processor time: on a loaded machine longer than a call waits. */
export async function untilTextToolsAnswer({ parts }: TestService): Promise<void> {
  const context = { signal: new AbortController().signal, sources: parts.sources, chains: parts.chains, log: testLog() }
  for (const id of ['fact-check', 'code-review']) {
    const offer = parts.catalog.byId(id)
    if (!offer || offer.available(context) !== 'available') continue
    const input = { path: {}, query: {}, body: offer.example.body }
    for (let tries = 0; tries < 10; tries++) {
      try {
        await offer.run(input as never, context as never)
        break
      } catch (error) {
        if (!(error instanceof Problem)) throw error
      }
    }
  }
}
