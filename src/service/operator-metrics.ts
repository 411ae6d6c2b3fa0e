import type { Chain, NetworkId } from '../chain/chain.ts'
import { answersNow } from '../chain/reachability.ts'
import type { Settler } from '../settler/settler.ts'
import type { DiskWatch } from '../ops/disk-watch.ts'
import { readGas } from '../settler/spending/read-gas.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Clock } from '../shared/clock.ts'
import type { Metrics } from '../shared/metrics.ts'
import { version } from '../version.ts'

export interface OperatorMetricsParts {
  readonly chains: ReadonlyMap<NetworkId, Chain>
  readonly settler: Settler
  /** The accounts that send settlements; none where a facilitator does. */
  readonly signers: readonly Hex[]
  readonly disk: DiskWatch
  /** `failed` while the ledger takes no writes. */
  readonly ledgerState: () => string | undefined
  /** When the newest backup was taken, in milliseconds; null where none is known. */
  readonly lastBackup: () => number | null
  readonly clock: Clock
  readonly metrics: Metrics
}

export interface OperatorMetrics {
  /** What can be read without a question to a node. */
  refresh(): Promise<void>
  /** The gas money of the signers: three questions to a node for each signer and network. */
  readGasMoney(): Promise<void>
  /** What was read last. */
  gasMoney(): readonly GasMoney[]
}

export interface GasMoney {
  readonly network: string
  readonly signer: string
  readonly settlementsLeft: number
  /** Milliseconds since the epoch. */
  readonly readAt: number
}

/** Figures that an operator is woken up for: gas money in settlements, networks, the disk, payments that wait. */
export function createOperatorMetrics(parts: OperatorMetricsParts): OperatorMetrics {
  const { chains, settler, signers, disk, ledgerState, lastBackup, clock, metrics } = parts
  const up = metrics.gauge('farthing_network_up', '1 while a node of the network answers', ['network'])
  const ledgerUp = metrics.gauge('farthing_ledger_up', '1 while the database of the ledger takes writes')
  const left = metrics.gauge('farthing_signer_settlements_left', 'Payments whose settlement the gas money of a signer pays for', [
    'network',
    'signer',
  ])
  const oldest = metrics.gauge('farthing_settler_oldest_seconds', 'How long the oldest payment on its way has been waiting', ['network'])
  const backup = metrics.gauge(
    'farthing_last_backup_timestamp_seconds',
    'When the newest backup of the ledger was taken; 0 where none is known',
  )
  metrics.gauge('farthing_build_info', 'Always 1; version and runtime are labels', ['version', 'node']).set(1, {
    version,
    node: process.versions.node,
  })

  const read = new Map<string, GasMoney>()
  return {
    gasMoney: () => [...read.values()],
    async refresh() {
      for (const [network, chain] of chains) {
        up.set(answersNow(chain) ? 1 : 0, { network })
        const since = settler.oldestSince?.(network) ?? null
        oldest.set(since === null ? 0 : Math.max(0, (clock.now() - since) / 1_000), { network })
      }
      ledgerUp.set(ledgerState() === 'failed' ? 0 : 1)
      backup.set((lastBackup() ?? 0) / 1_000)
      await disk.look()
    },
    async readGasMoney() {
      for (const [network, chain] of chains) {
        if (!answersNow(chain)) continue
        for (const signer of signers) {
          // A node that fails now is asked again a minute later; until then the last figure stands.
          const reading = await readGas(chain, signer).catch(() => null)
          if (reading === null) continue
          const settlementsLeft = Number(reading.settlementsLeft)
          left.set(settlementsLeft, { network, signer })
          read.set(`${network} ${signer}`, { network, signer, settlementsLeft, readAt: clock.now() })
        }
      }
    },
  }
}
