import { Problem } from '../shared/problems.ts'
import type { LanguageModel } from './language-model.ts'
import type { ModelTask } from './model-task.ts'
import { buildPrompt } from './prompt.ts'
import { picodollarsOf, type Picodollars, type TokenUsage } from './spending/picodollars.ts'
import { affordableInputTokens, fittingCodePoints, jsonBytes, maxInputTokens } from './worst-case.ts'

/** As long as a real one. */
const sampleMarker = `DATA-${'0'.repeat(24)}`

/**
 * Why an input is refused whose worst case costs as much as the call, or is more than fits into the context; null where it is not. It asks nothing and takes
 * milliseconds, so that it can run before a payment.
 * @param price of the call, in USDC base units
 * @returns Problem `text_too_long` with `maxCharacters`, the longest start of the text that would fit
 */
export function costObjection<Input>(task: ModelTask<Input, unknown>, input: Input, model: LanguageModel, price: bigint): Problem | null {
  const prompt = buildPrompt(task.instructions, task.data(input), sampleMarker)
  const affordable = affordableInputTokens(prompt, { ...model, below: picodollarsOf(price) })
  const needed = maxInputTokens(prompt)
  if (needed <= affordable) return null
  const { text, field } = task.longestText(input)
  const maxCharacters = fittingCodePoints(text, jsonBytes(text) - (needed - affordable))
  return new Problem('text_too_long', `${field} is too long for the price of this call: its first ${maxCharacters} characters would fit.`, {
    field,
    expected: `at most ${maxCharacters} characters`,
    extra: { maxCharacters },
  })
}

export interface TaskResult<Result> {
  readonly result: Result
  readonly usage: TokenUsage | null
}

/** Asks a model once and reads its answer. @param below see `LanguageModel.ask` @throws ModelFailure */
export async function runTask<Input, Result>(
  task: ModelTask<Input, Result>,
  input: Input,
  model: LanguageModel,
  order: { readonly below: Picodollars; readonly signal: AbortSignal },
): Promise<TaskResult<Result>> {
  const prompt = buildPrompt(task.instructions, task.data(input), model.makeMarker())
  const { value, usage } = await model.ask(prompt, order)
  return { result: task.read(value, input, prompt), usage }
}
