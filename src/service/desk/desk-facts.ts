import type { Chains } from '../../chain/chain.ts'
import type { Config } from '../../config/config.ts'
import type { ServiceFacts } from '../../operate/desk/wrong-now.ts'
import type { Health } from '../../ops/health.ts'
import type { Settler } from '../../settler/settler.ts'
import type { Clock } from '../../shared/clock.ts'
import type { Sources } from '../../sources/sources.ts'
import { lastBackupAt } from '../last-backup.ts'
import type { OperatorMetrics } from '../operator-metrics.ts'

/** What the parts of the service say of themselves, for the desk. */
export function deskFacts(parts: {
  readonly config: Pick<Config, 'dataDir'>
  readonly isLive: boolean
  readonly health: Pick<Health, 'ready'>
  readonly settler: Pick<Settler, 'heldBy' | 'oldestSince'>
  readonly sources: Pick<Sources, 'state'>
  readonly chains: Chains
  readonly operatorMetrics: Pick<OperatorMetrics, 'gasMoney'>
  readonly clock: Clock
}): ServiceFacts {
  const { config, isLive, health, settler, sources, chains, operatorMetrics, clock } = parts
  const startedAt = clock.now()
  return {
    checks: () => health.ready().checks,
    heldBy: (network) => settler.heldBy(network),
    usedUpSources: () => sources.state().flatMap(({ id, quota }) => (quota?.usedUp === true ? [id] : [])),
    lastBackup: () => (isLive ? (lastBackupAt(config.dataDir) ?? startedAt) : null),
    gas: operatorMetrics.gasMoney,
    oldestSince() {
      const all = [...chains.keys()].map((network) => [network, settler.oldestSince?.(network) ?? null] as const)
      return new Map(all.flatMap(([network, since]) => (since === null ? [] : [[network as string, since]])))
    },
  }
}
