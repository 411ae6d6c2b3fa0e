import type { SeenCall } from '../taint/rule.ts'
import type { Value } from '../taint/value.ts'

/** Whether an argument by name is written out as this value. */
export function isNamed(call: SeenCall, name: string, wanted: boolean | number | string): boolean {
  const value = call.args.find((argument) => argument.name === name)?.value
  return value !== undefined && (value.text === wanted || value.number === wanted)
}

export function hasNamed(call: SeenCall, name: string): boolean {
  return call.args.some((argument) => argument.name === name)
}

/** The options of a call in JavaScript: the last argument that is a record. */
export function optionOf(call: SeenCall, name: string): Value | null {
  for (const { value } of call.args.toReversed()) {
    const option = value.fields?.get(name)
    if (option) return option
  }
  return null
}

/** Whether an argument is called like something that has to stay secret, or that others trust. */
export function mentionsSecret({ args }: SeenCall): boolean {
  return args.some(({ value }) =>
    /pass(?:w|phrase)|pwd|secret|token|sign|auth|session|nonce|otp|csrf|credential/i.test(
      `${value.path ?? ''} ${value.taints.map(({ source }) => source.name).join(' ')}`,
    ),
  )
}

/** Whether a text names a secret: `api_key`, `dbPassword`. */
export const secretName = /(?:pass(?:word|wd|phrase)?|secret|token|api_?key|private_?key|credential)s?$/i
