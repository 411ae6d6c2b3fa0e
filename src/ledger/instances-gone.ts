/**
 * Each instance of those that share a ledger keeps a lease of its own among the named ones. What is an instance's can be taken
 * over once that lease has run out or was given back, however long the payments, signers and jobs themselves are leased for.
 * An instance without one, of an earlier version say, has what it has for as long as that is leased.
 */
export function instanceLeaseName(instance: string): string {
  return `${prefix}${instance}`
}

const prefix = 'instance:'
const afterPrefix = 'instance;'

/** All leases of instances, by the index. */
export const ofInstances = `name >= '${prefix}' AND name < '${afterPrefix}'`

/** The owner of a lease that was given back. It stays for a while, since no row at all would say nothing about the instance. */
export const nobody = ''

/** Which of the leases known as `lease` are of instances that are gone; `goneBy` is the engine's way to name that moment. */
export const goneBy = (lease: string, moment: string) => `(${lease}.owner = '${nobody}' OR ${lease}.until <= ${moment})`

/** The instances that are gone, as a list for `IN`. */
export const instancesGone = (moment: string) =>
  `SELECT substr(gone.name, ${prefix.length + 1}) FROM leases gone WHERE gone.name >= '${prefix}' AND gone.name < '${afterPrefix}' AND ${goneBy('gone', moment)}`

/** The lease of the instance that owns `lease`, as a condition. */
export const isOwners = (instance: string, lease: string) => `${instance}.name = '${prefix}' || ${lease}.owner`
