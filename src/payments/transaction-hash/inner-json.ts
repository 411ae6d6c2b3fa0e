import { decodeBase64Json } from '../wire/base64-json.ts'
import { malformedJson } from '../wire/malformed-json.ts'

const limits = { characters: 8192, depth: 32, members: 1000 }

/**
 * The JSON object that a member holds in base64. Every number comes out as the text in which it was written: 7500 and
 * 7500.0 are one number in JSON, but two amounts here.
 * @throws Problem `malformed_payment`
 */
export function readInnerJson(text: string, field: string): Readonly<Record<string, unknown>> {
  const decoded = decodeBase64Json(text, limits)
  if (!decoded.ok) throw malformedJson(field, 'standard base64 of a JSON object', decoded, limits)
  return JSON.parse(Buffer.from(decoded.bytes).toString('utf8'), numbersAsWritten as Reviver) as Record<string, unknown>
}

type Reviver = (name: string, value: unknown) => unknown

// ECMAScript passes the source text of primitives to revivers; TypeScript's library does not declare it.
function numbersAsWritten(_name: string, value: unknown, context: { readonly source?: string }): unknown {
  return typeof value === 'number' ? new NumberText(context.source ?? '') : value
}

/** A JSON number as it was written. */
export class NumberText {
  readonly text: string

  constructor(text: string) {
    this.text = text
  }
}
