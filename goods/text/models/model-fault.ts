/** A file of the models that can't be used. The message names it and what is wrong, for the log. */
export class ModelFault extends Error {
  override readonly name = 'ModelFault'

  constructor(file: string, fault: string) {
    super(`${file} is ${fault}`)
  }
}
