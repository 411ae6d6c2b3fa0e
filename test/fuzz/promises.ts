/** What no text for outsiders may hold: places in code, words of the runtime and of libraries, the way to a machine. */
export const internal =
  /\n\s+at |\bat (?:async )?[\w.<>]+ \(|node:internal|node_modules|\.[cm]?[jt]s:\d|[A-Z][a-z]+(?:Error|Exception)\b|\bE(?:CONN|NOT|TIMED|PIPE|ADDR|AI_)|\bUND_ERR|\bSQLITE|\bSELECT \b|\beth_[a-z]+[A-Z]|anvil|\bviem\b|\bzod\b|undici|undefined|\[object [A-Z]|\bNaN\b|Unexpected (?:token|end)|is not (?:a function|iterable|valid JSON)|(?:^|[\s"'(])\/(?:work|home|root|usr|tmp|var)\//

/** @throws with what should have been, unless it was. */
export function hold(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`broken promise: ${what}`)
}

/** A sentence for outsiders: printable, short, and nothing of our insides. */
export function plain(text: string, what: string, longest = 600): void {
  hold(text.length > 0 && text.length <= longest, `${what} has 1 to ${longest} characters, not ${text.length}`)
  hold(/^[\x20-\x7e\u2026\u2019]*$/.test(text), `${what} is printable: ${JSON.stringify(text.slice(0, 300))}`)
  hold(!internal.test(text), `${what} says nothing of our insides: ${JSON.stringify(text.slice(0, 300))}`)
}

export function matches(text: string, form: RegExp, what: string): void {
  hold(form.test(text), `${what} has the form ${form.source}: ${JSON.stringify(text.slice(0, 200))}`)
}
