/**
 * Each instance that shares a ledger keeps a lease of its own among the named ones. What an instance owns can be taken over once
 * that lease has run out or was released, however long the payments, signers and jobs themselves are leased for. An instance
 * without such a lease, of an earlier version for example, keeps what it owns for as long as that is leased.
 */
export function instanceLeaseName(instance: string): string {
  return `${prefix}${instance}`
}

const prefix = 'instance:'
const afterPrefix = 'instance;'

/** Selects the leases of instances, by the index. */
export const isInstanceLease = `name >= '${prefix}' AND name < '${afterPrefix}'`

/** The owner of a lease that was released. The row stays for a while, since a missing row would say nothing about the instance. */
export const noOwner = ''

/** Selects the leases, called `lease` in the statement, of instances that have ended. `moment` is the engine's placeholder for `endedBy`. */
export const hasEnded = (lease: string, moment: string) => `(${lease}.owner = '${noOwner}' OR ${lease}.until <= ${moment})`

/** The instances that have ended, as a list for `IN`. */
export const endedInstances = (moment: string) =>
  `SELECT substr(ended.name, ${prefix.length + 1}) FROM leases ended WHERE ended.name >= '${prefix}' AND ended.name < '${afterPrefix}' AND ${hasEnded('ended', moment)}`

/** The condition for the lease of the instance that owns `lease`. */
export const isLeaseOfOwner = (instance: string, lease: string) => `${instance}.name = '${prefix}' || ${lease}.owner`
