const colours: Record<string, string> = { debug: '\u001b[90m', info: '\u001b[32m', warn: '\u001b[33m', error: '\u001b[31m' }
const plain = '\u001b[0m'

/**
 * What a terminal takes for orders (C0 and C1, such as ESC), and what changes the order or the lines that people read: marks of
 * direction, line and paragraph separators, characters without a width. Outsiders write parts of what is logged.
 */
// oxlint-disable-next-line no-control-regex -- it searches for control characters
const orders = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u2029\p{Cf}\p{Cs}]/gu

const escaped = (text: string): string => text.replaceAll(orders, (one) => `\\u${one.codePointAt(0)!.toString(16).padStart(4, '0')}`)

/** For what has to stay on one line. */
const onOneLine = (text: string): string => escaped(text).replaceAll('\n', '\\n')

/** Formats one JSON line of the log for people: time, level, message, then `name=value` for each field. */
export function formatLogLine(json: string): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(json) as Record<string, unknown>
  } catch {
    return `${onOneLine(json.replace(/\n$/, ''))}\n`
  }
  const { level, time, msg, err, error = err, ...fields } = entry
  const label = String(level)
  const words = Object.entries(fields).map(([name, value]) =>
    onOneLine(`${name}=${typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value)}`),
  )
  const cause = error === undefined ? '' : `\n  ${escaped(describeError(error)).replaceAll('\n', '\n  ')}`
  return `${onOneLine(String(time).slice(11, 23))} ${colours[label] ?? ''}${onOneLine(label).padEnd(5)}${plain} ${[onOneLine(String(msg)), ...words].join(' ')}${cause}\n`
}

function describeError(error: unknown): string {
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? error.stack : undefined
  return typeof stack === 'string' && stack !== '' ? stack : JSON.stringify(error)
}
