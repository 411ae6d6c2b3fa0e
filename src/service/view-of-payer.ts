import type { Chains } from '../chain/chain.ts'
import type { Config } from '../config/config.ts'
import type { ScreenPayer } from '../gate/payer-screening.ts'
import type { RecentRefusals } from '../gate/limits/recent-refusals.ts'
import type { ServiceView } from '../operate/ledger/explain-payer.ts'
import type { Settler } from '../settler/settler.ts'
import type { Hex } from '../shared/bytes.ts'
import { maxUnsettledPayments } from './open-gate.ts'

/** What this service holds against a wallet besides what is on record. */
export function createViewOfPayer(parts: {
  readonly config: Pick<Config, 'refuseSanctionedPayers' | 'unchargedRunsPerHour' | 'unsettledPayments' | 'freeQuotaPerDay'>
  readonly chains: Chains
  readonly settler: Pick<Settler, 'networks' | 'heldBy'>
  readonly screenPayer: ScreenPayer | undefined
  /** Null in live mode, where anybody may pay. */
  readonly sandboxAdmits: ((payer: string) => boolean) | null
  readonly refusals: RecentRefusals
}): (payer: string) => Promise<ServiceView> {
  const { config, chains, settler, screenPayer, sandboxAdmits, refusals } = parts
  return async (payer) => ({
    refusesSanctioned: screenPayer !== undefined,
    screening: screenPayer
      ? await Promise.all(
          [...chains.values()].map(async ({ network }) => {
            const screening = await screenPayer(payer as Hex, network.id)
            return { network: network.name, verdict: screening.verdict, by: screening.verdict === 'sanctioned' ? screening.by : null }
          }),
        )
      : [],
    held: [...chains.values()].flatMap(({ network }) => {
      const reason = settler.networks.has(network.id) ? settler.heldBy(network.id) : null
      return reason === null ? [] : [{ network: network.name, reason }]
    }),
    told: refusals.of(payer),
    admitted: sandboxAdmits === null || sandboxAdmits(payer),
    limits: {
      unchargedRunsPerHour: config.unchargedRunsPerHour,
      unsettledPayments: config.unsettledPayments,
      maxUnsettledPayments,
      freeCallsPerDay: config.freeQuotaPerDay,
    },
  })
}
