import type { CarriedText, HeaderReader } from './protocol.ts'

/** Each value of this header; empty where the request lacks it. */
export function carriedIn(headers: HeaderReader, header: string): readonly CarriedText[] {
  const value = headers.get(header)
  return value === null ? [] : headerValues(value).map((text) => ({ header, text }))
}

/**
 * The values of a header that may have come several times: HTTP joins them with commas. JSON has commas of its own, so JSON counts
 * as two values only where it is the same text twice.
 */
function headerValues(joined: string): readonly string[] {
  const text = joined.trim()
  if (!text.includes(',')) return [text]
  if (!/^[[{"]/.test(text)) return text.split(',').map((value) => value.trim())
  return halvesOf(text, ', ') ?? halvesOf(text, ',') ?? [text]
}

function halvesOf(text: string, separator: string): readonly [string, string] | null {
  const length = (text.length - separator.length) / 2
  if (!Number.isInteger(length) || !text.startsWith(separator, length)) return null
  const [one, other] = [text.slice(0, length), text.slice(length + separator.length)]
  return one === other ? [one, other] : null
}
