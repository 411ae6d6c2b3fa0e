import type { Chain } from '../chain/chain.ts'
import type { InstanceLease } from '../ledger/leases/instance-lease.ts'
import type { Ledger } from '../ledger/ledger.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import type { Clock } from '../shared/clock.ts'
import { noFailPoint } from '../shared/fail-point.ts'
import type { FailPoint, FailPointName } from '../shared/fail-point.ts'
import { silentLog } from '../shared/log.ts'
import type { Log } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { createSettler } from './create-settler.ts'
import type { Facilitator } from './facilitator/facilitator.ts'
import type { SettlerPolicy } from './policy.ts'
import type { Settler } from './settler.ts'
import { createKeySigner, type Signer } from './signer.ts'
import type { SpendingLimits } from './spending/spending-limits.ts'
import type { TestWallet } from './test-world.fixture.ts'

/** Figures for blocks of a tenth of a second. */
const fastPolicy: Partial<SettlerPolicy> = {
  pollMinMs: 20,
  minPatienceMs: 250,
  foreignAfterMs: 600,
  retryMs: 100,
  reconcileMs: 100,
  watchMs: 100,
  leaseMs: 3_000,
  mineMarginMs: 100,
  tagFinalityMs: 300,
}

export class PowerLoss extends Error {}

export interface Machine {
  readonly settler: Settler
  /** From then on nothing that it does reaches ledger or chain. */
  stop(): void
  readonly stopped: boolean
}

/** A settler in a process of its own, as far as ledger and chains can tell: when it stops, it stops everywhere at once. */
export function startMachine(options: {
  readonly ledger: Ledger
  readonly chains: readonly Chain[]
  readonly signers?: readonly TestWallet[]
  /** Signers besides these. */
  readonly remoteSigners?: readonly Signer[]
  /** Settles instead of signers. */
  readonly facilitator?: Facilitator
  readonly instance?: string
  readonly instanceLease?: InstanceLease
  readonly policy?: Partial<SettlerPolicy>
  readonly spending?: SpendingLimits
  readonly log?: Log
  /** Default: no other instance may live beside it. */
  readonly alone?: boolean
  /** Loses power at the first failPoint of this name. */
  readonly stopAt?: FailPointName
  readonly failPoint?: FailPoint
  /** The chains keep their own. */
  readonly clock?: Clock
}): Machine {
  const {
    ledger,
    chains,
    signers = [],
    facilitator,
    instance = 'one',
    policy,
    log = silentLog,
    alone = true,
    stopAt,
    failPoint = noFailPoint,
  } = options
  const { clock = systemClock } = options
  const machine = { stopped: false }
  const mortal = <T extends object>(target: T): T =>
    new Proxy(target, {
      get(object, property) {
        const member = Reflect.get(object, property) as unknown
        if (typeof member !== 'function' || property === 'transferCall') return member
        return async (...values: unknown[]) => {
          if (machine.stopped) return new Promise(() => {})
          const result: unknown = await Promise.resolve((member as (...all: unknown[]) => unknown).apply(object, values)).catch(
            (error: unknown) => {
              if (machine.stopped) return new Promise(() => {})
              throw error
            },
          )
          return machine.stopped ? new Promise(() => {}) : result
        }
      },
    })
  const allSigners = [...signers.map((wallet) => createKeySigner(wallet.privateKey)), ...(options.remoteSigners ?? [])]
  const settler = createSettler({
    chains: new Map(chains.map((chain) => [chain.network.id, mortal(chain)])),
    ledger: mortal(ledger),
    signers: new Map(chains.map((chain) => [chain.network.id, allSigners])),
    ...(facilitator && { facilitator }),
    clock,
    timers: systemTimers,
    log,
    metrics: silentMetrics,
    instance,
    ...(options.instanceLease && { instanceLease: options.instanceLease }),
    policy: { ...fastPolicy, ...policy },
    spending: options.spending ?? null,
    alone,
    failPoint(name) {
      failPoint(name)
      if (name !== stopAt) return
      machine.stopped = true
      throw new PowerLoss(name)
    },
  })
  return {
    settler,
    stop: () => void (machine.stopped = true),
    get stopped() {
      return machine.stopped
    },
  }
}

export async function until(what: string, condition: () => boolean | Promise<boolean>, ms = 60_000): Promise<void> {
  const deadline = Date.now() + ms
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`not within ${ms} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** A log that keeps what was said. */
export function keptLog(): { readonly log: Log; readonly said: string[] } {
  const said: string[] = []
  const write = (_fields: object, message: string) => void said.push(message)
  const log: Log = { debug: () => {}, info: write, warn: write, error: write, child: () => log }
  return { log, said }
}
