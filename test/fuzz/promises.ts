/** Locations in our code and paths of a machine: no answer may contain them. */
export const places =
  /\n\s+at |\bat (?:async )?[\w.<>]+ \(|node:internal|node_modules|\.[cm]?[jt]s:\d|(?:^|[\s"'(])\/(?:work|home|root|usr|tmp|var)\//

/** Words of the runtime, of libraries and of other machines: no text of ours may contain them, but data of others may. */
export const internal = new RegExp(
  [
    places.source,
    /[A-Z][a-z]+(?:Error|Exception)\b|\bE(?:CONN|NOT|TIMED|PIPE|ADDR|AI_)|\bUND_ERR|\bSQLITE|\bSELECT \b/.source,
    /\beth_[a-z]+[A-Z]|anvil|\bviem\b|\bzod\b|undici|undefined|\[object [A-Z]|\bNaN\b/.source,
    /Unexpected (?:token|end)|is not (?:a function|iterable|valid JSON)/.source,
  ].join('|'),
)

/** @throws an error with `what`, the broken promise, unless the condition holds. */
export function hold(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`broken promise: ${what}`)
}

/** Checks a sentence for outsiders: printable, short, and without internal details. */
export function plain(text: string, what: string, maxLength = 600): void {
  hold(text.length > 0 && text.length <= maxLength, `${what} has 1 to ${maxLength} characters, not ${text.length}`)
  hold(/^[\x20-\x7e\u2026\u2019]*$/.test(text), `${what} is printable: ${JSON.stringify(text.slice(0, 300))}`)
  hold(!internal.test(text), `${what} shows no internal details: ${JSON.stringify(text.slice(0, 300))}`)
}

export function matches(text: string, form: RegExp, what: string): void {
  hold(form.test(text), `${what} has the form ${form.source}: ${JSON.stringify(text.slice(0, 200))}`)
}
