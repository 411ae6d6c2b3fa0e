/** What only the operator can put right, such as a setting. Its message says what and how, so logs leave its stack out. */
export class OperatorError extends Error {
  override readonly name: string = 'OperatorError'
}
