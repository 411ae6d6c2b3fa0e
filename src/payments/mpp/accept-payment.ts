/** Longest header and most entries that are looked at; beyond them a client says nothing to us. */
const maxHeader = 2048
const maxEntries = 64

interface Preference {
  readonly method: string
  readonly intent: string
  readonly q: number
}

const entryText = /^([a-z0-9-]{1,64}|\*)[ \t]*\/[ \t]*([a-z0-9-]{1,64}|\*)[ \t]*(?:;(.*))?$/i
const weightText = /^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/

/**
 * Whether a client that sends this Accept-Payment takes payments of a kind. The closest entry decides (`evm/charge` over
 * `evm/*` over the rest), `q=0` is a no, and a client that says nothing, or nothing that we can read, takes everything.
 */
export function takesPayment(header: string | null, method: string, intent: string): boolean {
  const preferences = header === null || header.length > maxHeader ? [] : header.split(',', maxEntries).flatMap(readEntry)
  if (preferences.length === 0) return true
  let closest = -1
  let weight = 0
  for (const preference of preferences) {
    const distance = closeness(preference, method, intent)
    if (distance < closest || distance < 0) continue
    weight = distance === closest ? Math.max(weight, preference.q) : preference.q
    closest = distance
  }
  return weight > 0
}

function closeness(preference: Preference, method: string, intent: string): number {
  if (preference.method !== '*' && preference.method !== method) return -1
  if (preference.intent !== '*' && preference.intent !== intent) return -1
  return Number(preference.method !== '*') + Number(preference.intent !== '*')
}

function readEntry(entry: string): Preference[] {
  const found = entryText.exec(entry.trim())
  if (!found) return []
  const weight = (found[3] ?? '')
    .split(';')
    .map((parameter) => parameter.trim().split('='))
    .find(([name]) => name?.trim().toLowerCase() === 'q')?.[1]
    ?.trim()
  if (weight !== undefined && !weightText.test(weight)) return []
  return [{ method: (found[1] ?? '').toLowerCase(), intent: (found[2] ?? '').toLowerCase(), q: weight === undefined ? 1 : Number(weight) }]
}
