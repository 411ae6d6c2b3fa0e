import type { Config } from '../config/config.ts'
import type { Finding } from '../goods/finding.ts'
import type { GoodsExamination } from '../goods/goods.ts'
import type { Check } from '../operate/doctor/run-checks.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { LoadedGoods } from '../service/goods/load-goods.ts'
import { machineOf } from '../service/goods/machine.ts'

/** The examinations of the lines that are sold. */
export function lineChecks(
  { lines }: Pick<LoadedGoods, 'lines'>,
  config: Config,
  system: { readonly clock: Clock; readonly timers: Timers },
): readonly Check[] {
  const parts = {
    ...system,
    machine: machineOf(config),
    publicUrl: config.publicUrl ?? 'http://127.0.0.1',
    // What stand-ins show is trusted; pages of the web are not.
    sandboxSites:
      config.mode === 'sandbox' && config.sandboxSources !== 'live'
        ? { places: new Set<string>(), standIns: new Map<string, string>() }
        : null,
  }
  const examinations = lines.flatMap(({ line, settings }) =>
    (line.examinations ?? []).map((one: GoodsExamination) => ({
      ...one,
      run: (signal: AbortSignal) => one.run({ ...parts, settings, signal }),
    })),
  )
  // Those with one name take turns: engines take hundreds of megabytes each.
  return [...Map.groupBy(examinations, ({ name }) => name)].map(([name, all]) => ({
    name,
    limitMs: all.reduce((sum, { limitMs }) => sum + limitMs, 0),
    whenLate: all[0]?.whenLate ?? '',
    run: async (signal) => {
      const found: Finding[] = []
      for (const one of all) found.push(...(await one.run(signal)))
      return found
    },
  }))
}
