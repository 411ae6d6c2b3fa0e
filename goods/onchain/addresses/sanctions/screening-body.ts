import type { Chains, NetworkId } from '../../../../src/goods/kit/evm.ts'
import type { SanctionsObservations } from '../account/account-observations.ts'
import { isTrue } from '../observed.ts'
import { blacklistStatusOf, listStatusOf } from './sanctions-status.ts'

/** The two checks of an address as answers send them; `sanctionsAnswer` and `blacklistAnswer` in offers are their schemas. */
export function screeningBody(seen: SanctionsObservations, chains: Chains) {
  return {
    sanctions: {
      status: listStatusOf(seen),
      entries: seen.entries.map(({ listedOn, ...entry }) => ({ ...entry, listedDate: dayOf(listedOn) })),
      oracleNetworks: namedOn(seen.oracle),
    },
    blacklist: {
      status: blacklistStatusOf(seen),
      entries: namedOn(seen.blacklist).flatMap((network) => {
        const contract = chains.get(network as NetworkId)?.network.asset
        if (contract === undefined) return []
        const event = seen.blacklistings[network]
        const blacklistedAt = event ? new Date(event.at * 1_000).toISOString() : null
        return [{ network, contract, blacklistedAt, transaction: event?.transaction ?? null }]
      }),
    },
  }
}

function namedOn(checks: SanctionsObservations['oracle']): string[] {
  return Object.entries(checks).flatMap(([network, check]) => (isTrue(check) ? [network] : []))
}

/** Some lists give a year alone, which is no day. */
function dayOf(listedOn: string | null): string | null {
  return listedOn !== null && /^\d{4}-\d{2}-\d{2}$/.test(listedOn) ? listedOn : null
}
