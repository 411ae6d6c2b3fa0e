import { systemClock, systemRandom, systemTimers } from '../ops/system.ts'
import { silentLog } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import type { Store } from '../store/store.ts'
import { startLanguageModel, type StandInModel } from '../../sandbox/language-model/start-language-model.ts'
import { createLanguageModel, type LanguageModelParts } from './create-language-model.ts'
import type { LanguageModelSettings, OpenedLanguageModel } from './language-model.ts'
import { picodollarsOf } from './spending/picodollars.ts'
import { spendingOf } from './spending/spending-rows.ts'
import { utcDay } from '../shared/clock.ts'
import { memoryStore } from '../store/sqlite/store.fixture.ts'

/** A model behind the adapter, over real HTTP to the stand-in. */
export interface ModelWorld {
  readonly model: OpenedLanguageModel
  readonly standIn: StandInModel
  readonly store: Store
  /** Picodollars that the store has for today. */
  spent(): Promise<bigint>
  close(): Promise<void>
}

export const apiKey = 'sk-of-the-operator-0123456789'

export const dollars = (whole: bigint) => picodollarsOf(whole * 1_000_000n)

export async function openModelWorld(
  settings: Partial<LanguageModelSettings> = {},
  parts: Partial<LanguageModelParts> & { readonly slowMs?: number } = {},
): Promise<ModelWorld> {
  const standIn = await startLanguageModel({ slowMs: parts.slowMs ?? 30_000 })
  const clock = parts.clock ?? systemClock
  const system = { clock, timers: systemTimers, random: systemRandom, log: silentLog, metrics: silentMetrics }
  const store = parts.store ?? memoryStore(system)
  const model = createLanguageModel(
    {
      provider: 'openai',
      url: standIn.url,
      model: 'stand-in',
      apiKey,
      prices: { input: 150_000n, output: 600_000n },
      budgetPerDay: dollars(5n),
      deadlineMs: 5_000,
      maxCalls: 4,
      contextTokens: 128_000,
      ...settings,
    },
    { ...system, store, ...parts },
  )
  return {
    model,
    standIn,
    store,
    spent: () => store.read(spendingOf, { day: utcDay(clock.now()) }),
    async close() {
      await model.close()
      await standIn.close()
      if (!parts.store) await store.close()
    },
  }
}
