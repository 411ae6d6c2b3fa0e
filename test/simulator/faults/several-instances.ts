import type { FaultPlan } from './fault-plan.ts'

/** Units and queries whose answers an instance uses to do what only the owner of a lease may do. */
const moments = [
  'gas_spent',
  'highest_nonce',
  'open_slots',
  'orphans',
  'adopt',
  'claim',
  'serve',
  'record_transaction',
  'take_lease',
] as const

/** Faults that only several instances on one database have. */
export const severalInstancesFaultPlans: readonly FaultPlan[] = [
  {
    // Its virtual machine is paused, or it collects garbage for long: leases run out, and it continues as if nothing had happened.
    name: 'an instance stands still',
    everyMs: [4_000, 25_000],
    lastsMs: [1_000, 25_000],
    begin({ service }, random) {
      const instance = service.any(random)
      instance.freeze()
      return () => instance.thaw()
    },
  },
  {
    name: 'instances stand still at a moment of a payment',
    everyMs: [3_000, 15_000],
    lastsMs: [3_000, 20_000],
    begin({ faultProfile: { freezeRates } }, random) {
      const name = random.pick(moments)
      freezeRates.set(name, random.pick([0.1, 0.5]))
      return () => void freezeRates.delete(name)
    },
  },
  {
    name: 'an instance flutters',
    everyMs: [5_000, 30_000],
    lastsMs: [5_000, 20_000],
    begin({ service, time }, random) {
      const instance = service.any(random)
      let over = false
      const flutter = () => {
        if (over) return
        instance.freeze()
        time.timers.after(random.between(50, 4_000), () => {
          instance.thaw()
          time.timers.after(random.between(50, 3_000), flutter)
        })
      }
      flutter()
      return () => void (over = true)
    },
  },
  {
    name: 'an instance is killed',
    everyMs: [5_000, 30_000],
    lastsMs: [200, 40_000],
    begin({ service }, random) {
      const instance = service.any(random)
      instance.powerLoss()
      return () => instance.start()
    },
  },
  {
    name: 'all instances are killed',
    everyMs: [15_000, 60_000],
    lastsMs: [500, 12_000],
    begin({ service }, random) {
      for (const instance of service.instances) instance.powerLoss()
      const first = service.any(random)
      first.start()
      return () => service.start()
    },
  },
  {
    name: 'the database is away',
    everyMs: [8_000, 40_000],
    lastsMs: [200, 8_000],
    begin({ database }) {
      database?.away()
      return () => database?.back()
    },
  },
  {
    name: 'connections to the database break',
    everyMs: [4_000, 25_000],
    lastsMs: [2_000, 20_000],
    begin({ faultProfile }, random) {
      faultProfile.storeAnswersLost = random.pick([0.02, 0.1, 0.4])
      return () => void (faultProfile.storeAnswersLost = 0)
    },
  },
  {
    name: 'races are lost',
    everyMs: [5_000, 30_000],
    lastsMs: [2_000, 20_000],
    begin({ faultProfile }, random) {
      faultProfile.storeRaces = random.pick([0.2, 0.6, 0.95])
      return () => void (faultProfile.storeRaces = 0)
    },
  },
  {
    name: 'the clock of an instance is off',
    everyMs: [8_000, 40_000],
    lastsMs: [5_000, 30_000],
    begin({ service }, random) {
      const { skew } = service.any(random)
      const by = random.pick([-1_000, -400, 400, 1_000])
      skew.ms += by
      return () => void (skew.ms -= by)
    },
  },
  {
    name: 'instances stand still between a position and the answer',
    everyMs: [3_000, 15_000],
    lastsMs: [3_000, 20_000],
    begin({ faultProfile: { freezeRates } }, random) {
      const name = random.pick(['read_deliveries', 'serve_delivery'] as const)
      freezeRates.set(name, random.pick([0.1, 0.4]))
      return () => void freezeRates.delete(name)
    },
  },
]
