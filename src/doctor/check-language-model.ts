import type { Config } from '../config/config.ts'
import { examineEngine } from '../goods/examine-engine.ts'
import { findingsOf, type Finding } from '../goods/finding.ts'
import type { Clock, Timers } from '../shared/clock.ts'
import type { Log } from '../shared/log.ts'
import { silentMetrics } from '../shared/metrics.ts'
import { OperatorError } from '../shared/operator-error.ts'
import type { Random } from '../shared/random.ts'
import { openMemoryStore } from '../store/sqlite/open-memory-store.ts'
import type { LoadedGoods } from '../service/goods/load-goods.ts'
import { openLlm, shortestPromptsOf } from '../service/open-llm.ts'

const engines = findingsOf('engines')

/** Whether the language model is there, with a budget of its own: what the service has spent of the day's is not read. Nothing is paid for. */
export async function checkLanguageModel(
  config: Config,
  goods: Pick<LoadedGoods, 'lines'>,
  system: { readonly clock: Clock; readonly timers: Timers; readonly random: Random },
): Promise<readonly Finding[]> {
  const open = (log: Log) => {
    const parts = { ...system, log, metrics: silentMetrics }
    return openLlm(config, { ...parts, store: openMemoryStore(parts) }, shortestPromptsOf(goods))
  }
  try {
    return await examineEngine(open, {
      works: 'the language model is in the list of its provider',
      fix: 'look at LLM_URL, LLM_API_KEY and LLM_MODEL',
    })
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    return [engines.fault(error.message, 'mend that setting')]
  }
}
