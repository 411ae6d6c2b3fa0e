import { answer, uncharged } from '../offers/offer.ts'
import type { Log } from '../shared/log.ts'
import type { ModelTask } from './model-task.ts'
import { askModel, engineOfModel, fallbackBy, tokenCountsOf, type ModelTool } from './model-tool.ts'
import { runTask } from './run-task.ts'
import { picodollarsOf } from './spending/picodollars.ts'

interface Asked<Input, Result, Found, Counted, Common> {
  readonly tool: ModelTool
  readonly task: ModelTask<Input, Result>
  readonly input: Input
  /** Whether the embedded engine answers where the model fails. */
  readonly fallback: 'none' | 'embedded'
  /** Asks the embedded engine; null where there is none. */
  readonly embedded: (() => Promise<Found>) | null
  /** What the usage counts besides tokens. */
  readonly counted: Counted
  /** Members that both answers end with. */
  readonly common: Common
  readonly signal: AbortSignal
  readonly log: Log
}

/** The engine of a fallback, which says itself who it is. */
interface WithEngine {
  readonly engine: { provider: string; model: string; version: string }
}

/**
 * A call of an offer by a language model: what the model found, or, where it fails and the caller wants that, what the embedded engine
 * found, which is not charged.
 * @throws Problem
 */
export async function answerByModel<
  Input,
  Result,
  Found,
  Counted extends object,
  Common extends object,
  OfModel extends object,
  OfEngine extends WithEngine,
>(
  { tool: { model, price }, task, input, fallback, embedded, counted, common, signal, log }: Asked<Input, Result, Found, Counted, Common>,
  ofModel: (result: Result) => OfModel | Promise<OfModel>,
  ofEngine: (found: Found) => OfEngine,
) {
  const answered = await askModel({ fallback, log }, () => runTask(task, input, model, { below: picodollarsOf(price), signal }), embedded)
  if (answered.by === 'embedded') {
    const usage = { ...counted, ...tokenCountsOf(null) }
    const body = { ...ofEngine(answered.answer), fallback: fallbackBy(answered.reason), usage, ...common }
    return uncharged(body, 'fallback_answer', 'upstream')
  }
  const { result, usage } = answered.answer
  return answer({
    ...(await ofModel(result)),
    engine: engineOfModel(model),
    fallback: fallbackBy(null),
    usage: { ...counted, ...tokenCountsOf(usage) },
    ...common,
  })
}
