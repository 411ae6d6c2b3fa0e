import type { Config } from '../../config/config.ts'
import { examineEngine } from '../../goods/examine-engine.ts'
import { findingsOf, type Finding } from '../../goods/finding.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import type { Random } from '../../shared/random.ts'
import { openMemoryStore } from '../../store/sqlite/open-memory-store.ts'
import type { LoadedGoods } from '../goods/load-goods.ts'
import { openLlm, shortestPromptsOf } from '../open-llm.ts'
import { openText } from '../open-text.ts'
import { openTranslator } from '../open-translator.ts'

const engines = findingsOf('engines')

interface System {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
}

/** Whether the engines of the text tools do one piece of work each, as the service tries them when it starts. Nothing is paid for. */
export async function checkEngineTrials(
  config: Config,
  goods: Pick<LoadedGoods, 'lines' | 'builtIn'>,
  system: System,
): Promise<readonly Finding[]> {
  const parts = { ...system, metrics: silentMetrics }
  // One after the other: together they take a gigabyte.
  const found = [
    ...(await examineEngine((log) => openText(config, { ...parts, log }), {
      works: 'the models read a text',
      fix: 'give this machine more memory, restore models/ from the release, or set TEXT_TOOLS=off',
    })),
    ...(await examineEngine((log) => openTranslator(config, { ...parts, log }), {
      works: 'a text is translated',
      fix: 'install the languages of Apertium again, or name another folder in APERTIUM_DIR',
    })),
    ...(await checkLanguageModel(config, goods, system)),
  ]
  return found.length > 0 ? found : [engines.ok('no engine of the text tools is switched on')]
}

/** The language model, with a budget of its own: what the service has spent of the day's is not read. */
async function checkLanguageModel(
  config: Config,
  goods: Pick<LoadedGoods, 'lines' | 'builtIn'>,
  system: System,
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
