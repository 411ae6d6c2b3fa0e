const colours: Record<string, string> = { debug: '\u001b[90m', info: '\u001b[32m', warn: '\u001b[33m', error: '\u001b[31m' }
const plain = '\u001b[0m'

/** Formats one JSON line of the log for people: time, level, message, then `name=value` for each field. */
export function formatLogLine(json: string): string {
  let entry: Record<string, unknown>
  try {
    entry = JSON.parse(json) as Record<string, unknown>
  } catch {
    return json
  }
  const { level, time, msg, err, error = err, ...fields } = entry
  const label = String(level)
  const words = Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' && !/[\s"=]/.test(value) ? value : JSON.stringify(value)}`,
  )
  const cause = error === undefined ? '' : `\n  ${describeError(error).replaceAll('\n', '\n  ')}`
  return `${String(time).slice(11, 23)} ${colours[label] ?? ''}${label.padEnd(5)}${plain} ${[String(msg), ...words].join(' ')}${cause}\n`
}

function describeError(error: unknown): string {
  const stack = typeof error === 'object' && error !== null && 'stack' in error ? error.stack : undefined
  return typeof stack === 'string' && stack !== '' ? stack : JSON.stringify(error)
}
