import type { PlantedFault } from './planted-fault.ts'

const faults: readonly Omit<PlantedFault, 'several'>[] = [
  {
    name: 'store-without-the-lease',
    what: 'stores transactions of a signer that another instance has taken over',
    file: 'ledger/held-lease.ts',
    find: 'if (holder === undefined) return true',
    replace: 'if (holder !== null) return true',
  },
  {
    name: 'send-without-the-lease',
    what: 'sends with signers that are not its own',
    file: 'settler/lane.ts',
    find: "      if (lane.leaseUntil > 0) log.error({}, 'another instance took over this signer')\n      disown()\n      return false",
    replace: '      key.holder = undefined as never',
  },
  {
    name: 'take-signers-by-force',
    what: 'takes signers from whoever has them',
    file: 'settler/lane.ts',
    find: 'owner: instance, until, now, force, goneBy',
    replace: 'owner: instance, until, now, force: true, goneBy',
  },
  {
    name: 'declare-the-living-dead',
    what: 'takes instances for gone whose lease is good for some seconds yet',
    file: 'ledger/instance-lease.ts',
    find: 'hasPassed(held.steadySince, steadyMs, now) ? now : 0',
    replace: 'hasPassed(held.steadySince, steadyMs, now) ? now + 8_000 : 0',
  },
  {
    name: 'never-renew',
    what: 'takes the lease of an instance once and never again',
    file: 'ledger/instance-lease.ts',
    find: '      await take()\n      next(everyMs)\n    } catch',
    replace: '      next(everyMs)\n    } catch',
  },
  {
    name: 'never-notice-the-dead',
    what: 'waits for all that a dead instance had leased, however long that is',
    file: 'ledger/instance-lease.ts',
    find: 'hasPassed(held.steadySince, steadyMs, now) ? now : 0',
    replace: 'hasPassed(held.steadySince, steadyMs, now) ? 0 : 0',
  },
  {
    name: 'adopt-whatever-it-is',
    what: 'takes payments over without asking whether they are as they were seen',
    file: 'ledger/adopt.ts',
    find: 'epoch = ? AND lease_until = ? AND ${unfinished}\n               AND (? IS NULL OR',
    replace: '(epoch = ? OR true) AND (lease_until = ? OR true) AND ${unfinished}\n               AND (true OR ? IS NULL OR',
  },
  {
    name: 'adopt-from-the-living',
    what: 'takes over what other instances are working on',
    file: 'settler/orphans.ts',
    find: 'const { allInstances, networks } = options',
    replace: 'const { allInstances, networks } = { ...options, allInstances: true }',
  },
  {
    name: 'unknown-is-stored',
    what: 'sends a transaction of which nobody knows whether it was stored',
    file: 'settler/lane.ts',
    find: '      Object.assign(lane, { leaseUntil: 0, loaded: false, next: null })\n      throw error',
    replace: '      void error',
  },
  {
    name: 'unknown-is-counted',
    what: 'takes a free call for counted when nobody knows whether it was',
    file: 'gate/quota.ts',
    find: 'const { taken, remaining } = await ledger.takeQuota(unit)',
    replace: 'const { taken, remaining } = await ledger.takeQuota(unit).catch(() => ({ taken: true, remaining: 0 }))',
  },
  {
    name: 'keep-lost-signers',
    what: 'goes on with the transactions of signers that it has lost',
    file: 'settler/lane.ts',
    find: "if (settlement.place === 'slot') settlement.place = 'elsewhere'\n    slots.clear()",
    replace: 'void settlement',
  },
  {
    name: 'jobs-of-others',
    what: 'runs background jobs that another instance has',
    file: 'ops/jobs.ts',
    find: 'if (!(await owns(job)) || stopping.signal.aborted) return',
    replace: 'if (((await owns(job)) && false) || stopping.signal.aborted) return',
  },
  {
    name: 'lease-for-everybody',
    what: 'gives a lease to whoever asks for it',
    file: 'ledger/take-lease.ts',
    find: 'WHERE owner = excluded.owner OR until <= ? OR ? = 1',
    replace: 'WHERE true OR until <= ? OR ? = 1',
  },
]

export const faultsOfSeveral: readonly PlantedFault[] = faults.map((fault) => ({ ...fault, several: true }))
