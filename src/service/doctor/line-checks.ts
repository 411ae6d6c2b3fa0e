import type { Config } from '../../config/config.ts'
import type { GoodsExamination } from '../../goods/goods.ts'
import type { Check } from '../../operate/doctor/run-checks.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { LoadedGoods } from '../goods/load-goods.ts'
import { machineOf } from '../goods/machine.ts'

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
  return lines.flatMap(({ line, settings }) =>
    (line.examinations ?? []).map(({ name, limitMs, whenLate, run }: GoodsExamination) => ({
      name,
      limitMs,
      whenLate,
      run: (signal: AbortSignal) => run({ ...parts, settings, signal }),
    })),
  )
}
