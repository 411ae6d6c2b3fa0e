import { jsonObject, type RawAnswer } from './site-document.ts'

const utf8 = new TextDecoder('utf-8')

/** The result of a JSON-RPC answer, sent as JSON or as the first event of a stream; null where there is none. */
export function resultOf(answer: RawAnswer): Readonly<Record<string, unknown>> | null {
  const result = messageOf(answer)?.['result']
  return result !== null && typeof result === 'object' && !Array.isArray(result) ? (result as Record<string, unknown>) : null
}

/** A JSON-RPC message in an answer; null where there is none. */
export function messageOf(answer: RawAnswer): Readonly<Record<string, unknown>> | null {
  if (answer.kind !== 'answered') return null
  const text = utf8.decode(answer.answer.body)
  if (answer.answer.mediaType !== 'text/event-stream') return jsonObject(text)
  const line = text.split(/\r\n?|\n/, 200).find((one) => one.startsWith('data:'))
  return line === undefined ? null : jsonObject(line.slice(5))
}
