import type { z } from 'zod'

/** One thing that a command of the operator asks of the running service. */
export interface OperatorAction {
  /** Its path on the socket, such as `ledger/retry`. */
  readonly name: string
  /**
   * Its result is sent as JSON, amounts as decimal text; a `Response` is sent as it is, for what is no JSON or long.
   * @param signal aborts when the command goes away
   * @throws OperatorError, whose message the operator reads; any other error goes to the log only
   */
  answer(input: unknown, signal: AbortSignal): Promise<unknown>
}

/** An action with the schema of its input. */
export function operatorAction<Input extends z.ZodType>(
  name: string,
  input: Input,
  run: (input: z.output<Input>, signal: AbortSignal) => Promise<unknown>,
): OperatorAction {
  return { name, answer: async (given, signal) => run(input.parse(given), signal) }
}
