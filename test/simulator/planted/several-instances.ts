import type { PlantedFault } from './planted-fault.ts'

const faults: readonly Omit<PlantedFault, 'several'>[] = [
  {
    name: 'store-without-the-lease',
    what: 'stores transactions of a signer that another instance has taken over',
    file: 'ledger/leases/held-lease.ts',
    find: 'if (holder === undefined) return true',
    replace: 'if (holder !== null) return true',
  },
  {
    name: 'send-without-the-lease',
    what: 'sends with signers that it does not own',
    file: 'settler/queue/signer-lease.ts',
    find: "    if (state.leaseUntil > 0) log.error({}, 'another instance took over this signer')\n    forgetSigner(parts)\n    return false",
    replace: '    ;(parts.key as { holder: unknown }).holder = undefined',
  },
  {
    name: 'take-signers-by-force',
    what: 'takes signers from the instances that own them',
    file: 'settler/queue/signer-lease.ts',
    find: 'owner: instance, until, now, force, endedBy',
    replace: 'owner: instance, until, now, force: true, endedBy',
  },
  {
    name: 'declare-the-living-dead',
    what: 'treats instances as dead whose lease is valid for some seconds more',
    file: 'ledger/leases/instance-lease.ts',
    find: 'hasPassed(held.steadySince, steadyMs, now) ? now : 0',
    replace: 'hasPassed(held.steadySince, steadyMs, now) ? now + 8_000 : 0',
  },
  {
    name: 'never-renew',
    what: 'takes the lease of an instance once and never renews it',
    file: 'ledger/leases/instance-lease.ts',
    find: '      await take()\n      next(everyMs)\n    } catch',
    replace: '      next(everyMs)\n    } catch',
  },
  {
    name: 'never-notice-the-dead',
    what: 'waits until every lease of a dead instance has run out',
    file: 'ledger/leases/instance-lease.ts',
    find: 'hasPassed(held.steadySince, steadyMs, now) ? now : 0',
    replace: 'hasPassed(held.steadySince, steadyMs, now) ? 0 : 0',
  },
  {
    name: 'adopt-whatever-it-is',
    what: 'takes over payments without checking that they are unchanged',
    file: 'ledger/payments/adopt.ts',
    find: 'epoch = ? AND lease_until = ? AND ${unfinished}\n               AND (? IS NULL OR',
    replace: '(epoch = ? OR true) AND (lease_until = ? OR true) AND ${unfinished}\n               AND (true OR ? IS NULL OR',
  },
  {
    name: 'adopt-from-the-living',
    what: 'takes over payments that other instances are working on',
    file: 'settler/adopt-orphans.ts',
    find: 'const { allInstances, networks } = options',
    replace: 'const { allInstances, networks } = { ...options, allInstances: true }',
  },
  {
    name: 'unknown-is-stored',
    what: 'sends a transaction although it is unknown whether it was stored',
    file: 'settler/queue/send-transaction.ts',
    find: '    Object.assign(state, { leaseUntil: 0, loaded: false, nextNonce: null })\n    throw error',
    replace: '    void error',
  },
  {
    name: 'unknown-is-counted',
    what: 'treats a free call as counted although that is unknown',
    file: 'gate/limits/quota.ts',
    find: 'const { taken, remaining } = await ledger.takeQuota(unit)',
    replace: 'const { taken, remaining } = await ledger.takeQuota(unit).catch(() => ({ taken: true, remaining: 0 }))',
  },
  {
    name: 'keep-lost-signers',
    what: 'continues with transactions of signers that it has lost',
    file: 'settler/queue/signer-lease.ts',
    find: "if (settlement.phase === 'slot') settlement.phase = 'elsewhere'\n  state.slots.clear()",
    replace: 'void settlement',
  },
  {
    name: 'jobs-of-others',
    what: 'runs background jobs that another instance owns',
    file: 'ops/jobs.ts',
    find: 'if (!(await owns(job)) || stopping.signal.aborted) return',
    replace: 'if (((await owns(job)) && false) || stopping.signal.aborted) return',
  },
  {
    name: 'lease-for-everybody',
    what: 'gives a lease to every instance that asks for it',
    file: 'ledger/leases/take-lease.ts',
    find: 'WHERE owner = excluded.owner OR until <= ? OR ? = 1',
    replace: 'WHERE true OR until <= ? OR ? = 1',
  },
]

export const severalInstancesFaults: readonly PlantedFault[] = faults.map((fault) => ({ ...fault, several: true }))
