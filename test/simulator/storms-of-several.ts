import type { Storm } from './storm.ts'

/** What an instance is told before it does something that only the owner may do. */
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

/** Trouble that only several instances on one database have. */
export const stormsOfSeveral: readonly Storm[] = [
  {
    // A pause of its virtual machine, or garbage collected at length: leases run out, and it goes on as if nothing had been.
    name: 'an instance stands still',
    everyMs: [4_000, 25_000],
    lastsMs: [1_000, 25_000],
    strike({ service }, random) {
      const instance = service.any(random)
      instance.freeze()
      return () => instance.thaw()
    },
  },
  {
    name: 'instances stand still at a moment of a payment',
    everyMs: [3_000, 15_000],
    lastsMs: [3_000, 20_000],
    strike({ weather: { standstill } }, random) {
      const name = random.pick(moments)
      standstill.set(name, random.pick([0.1, 0.5]))
      return () => void standstill.delete(name)
    },
  },
  {
    name: 'an instance flutters',
    everyMs: [5_000, 30_000],
    lastsMs: [5_000, 20_000],
    strike({ service, time }, random) {
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
    strike({ service }, random) {
      const instance = service.any(random)
      instance.powerLoss()
      return () => instance.start()
    },
  },
  {
    name: 'all instances are killed',
    everyMs: [15_000, 60_000],
    lastsMs: [500, 12_000],
    strike({ service }, random) {
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
    strike({ database }) {
      database?.away()
      return () => database?.back()
    },
  },
  {
    name: 'connections to the database break',
    everyMs: [4_000, 25_000],
    lastsMs: [2_000, 20_000],
    strike({ weather }, random) {
      weather.storeAnswersLost = random.pick([0.02, 0.1, 0.4])
      return () => void (weather.storeAnswersLost = 0)
    },
  },
  {
    name: 'races are lost',
    everyMs: [5_000, 30_000],
    lastsMs: [2_000, 20_000],
    strike({ weather }, random) {
      weather.storeRaces = random.pick([0.2, 0.6, 0.95])
      return () => void (weather.storeRaces = 0)
    },
  },
  {
    name: 'the clock of an instance is off',
    everyMs: [8_000, 40_000],
    lastsMs: [5_000, 30_000],
    strike({ service }, random) {
      const { skew } = service.any(random)
      const by = random.pick([-1_000, -400, 400, 1_000])
      skew.ms += by
      return () => void (skew.ms -= by)
    },
  },
]
