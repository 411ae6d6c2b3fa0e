import type { Prompt } from './dialects/dialect.ts'
import type { PromptData, TaskInstructions } from './prompt.ts'

/** One kind of work for a language model. */
export interface ModelTask<Input, Result> {
  readonly instructions: TaskInstructions
  data(input: Input): PromptData
  /** The text that makes a call long, with its field: what to shorten. */
  longestText(input: Input): { readonly text: string; readonly field: string }
  /**
   * Checks what a model said against its schema and the input, and makes the result of it.
   * @throws ModelFailure for an answer that can't be used
   */
  read(value: unknown, input: Input, prompt: Prompt): Result
}
