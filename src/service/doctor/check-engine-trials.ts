import type { Config } from '../../config/config.ts'
import type { EngineTrial } from '../../workers/trial/engine-trial.ts'
import { findingsOf, type Finding } from '../../goods/finding.ts'
import type { Clock, Timers } from '../../shared/clock.ts'
import type { Log, LogFields } from '../../shared/log.ts'
import { silentMetrics } from '../../shared/metrics.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import type { Random } from '../../shared/random.ts'
import { openMemoryStore } from '../../store/sqlite/open-memory-store.ts'
import { openLlm } from '../open-llm.ts'
import { openReview } from '../open-review.ts'
import { openText } from '../open-text.ts'
import { openTranslator } from '../open-translator.ts'

const engines = findingsOf('engines')

interface System {
  readonly clock: Clock
  readonly timers: Timers
  readonly random: Random
}

interface Opened {
  readonly trial: EngineTrial
  close(): unknown
}

type EngineName = 'text' | 'review' | 'translation' | 'llm'

/** What each engine does in its trial, and how it is mended. */
const trials: Readonly<Record<EngineName, { readonly works: string; readonly fix: string }>> = {
  text: { works: 'the models read a text', fix: 'give this machine more memory, restore models/ from the release, or set TEXT_TOOLS=off' },
  review: { works: 'code is reviewed', fix: 'give this machine more memory, install the program again, or set TEXT_TOOLS=off' },
  translation: { works: 'a text is translated', fix: 'install the languages of Apertium again, or name another folder in APERTIUM_DIR' },
  llm: { works: 'the language model is in the list of its provider', fix: 'look at LLM_URL, LLM_API_KEY and LLM_MODEL' },
}

/** Whether the engines of the text tools do one piece of work each, as the service tries them when it starts. Nothing is paid for. */
export async function checkEngineTrials(config: Config, system: System): Promise<readonly Finding[]> {
  const found: Finding[] = []
  // One after the other: together they take a gigabyte.
  for (const open of [openText, openReview, openTranslator, openModel]) {
    const reasons: string[] = []
    try {
      const opened = await open(config, { ...system, log: logOfReasons(reasons), metrics: silentMetrics })
      if (opened) found.push(await findingOf(opened, reasons))
    } catch (error) {
      if (!(error instanceof OperatorError)) throw error
      found.push(engines.fault(error.message, 'mend that setting'))
    }
  }
  return found.length > 0 ? found : [engines.ok('no engine of the text tools is switched on')]
}

async function findingOf(opened: Opened, reasons: readonly string[]): Promise<Finding> {
  const name = opened.trial.name as keyof typeof trials
  const { works, fix } = trials[name]
  try {
    await opened.trial.tried()
    if (opened.trial.standing() === 'works') return engines.ok(works, name)
    return engines.fault(`it does not do its work: ${reasons.at(-1) ?? 'it gave no reason'}`, fix, name)
  } finally {
    await opened.close()
  }
}

/** The language model, with a budget of its own: what the service has spent of the day's is not read. */
function openModel(config: Config, parts: System & { readonly log: Log; readonly metrics: typeof silentMetrics }): Opened | null {
  const store = openMemoryStore(parts)
  return openLlm(config, { ...parts, store })
}

/** Keeps the reasons of what is logged as an error. */
function logOfReasons(reasons: string[]): Log {
  const keep = ({ reason }: LogFields) => void (typeof reason === 'string' && reasons.push(reason))
  const log: Log = { debug() {}, info() {}, warn() {}, error: keep, child: () => log }
  return log
}
