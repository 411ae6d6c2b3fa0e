/** Places in our code, and ways to a machine: no answer at all may hold them. */
export const places =
  /\n\s+at |\bat (?:async )?[\w.<>]+ \(|node:internal|node_modules|\.[cm]?[jt]s:\d|(?:^|[\s"'(])\/(?:work|home|root|usr|tmp|var)\//

/** What no text of ours may hold besides: words of the runtime, of libraries and of other machines. Data of others may. */
export const internal = new RegExp(
  [
    places.source,
    /[A-Z][a-z]+(?:Error|Exception)\b|\bE(?:CONN|NOT|TIMED|PIPE|ADDR|AI_)|\bUND_ERR|\bSQLITE|\bSELECT \b/.source,
    /\beth_[a-z]+[A-Z]|anvil|\bviem\b|\bzod\b|undici|undefined|\[object [A-Z]|\bNaN\b/.source,
    /Unexpected (?:token|end)|is not (?:a function|iterable|valid JSON)/.source,
  ].join('|'),
)

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
