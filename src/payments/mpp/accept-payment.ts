import { readWeightedNames, type WeightedName } from '../../shared/weighted-names.ts'

/** Longest header and most entries that are read. A longer header counts as absent, and further entries are ignored. */
const maxHeader = 2048
const maxEntries = 64

interface Preference {
  readonly method: string
  readonly intent: string
  readonly q: number
}

const entryText = /^([a-z0-9-]{1,64}|\*)[ \t]*\/[ \t]*([a-z0-9-]{1,64}|\*)$/

/**
 * Whether a client that sends this Accept-Payment can pay by this method and intent. The most specific entry decides
 * (`evm/charge` before `evm/*` before the rest), and `q=0` means no. Without the header, or without a valid entry, it can.
 */
export function takesPayment(header: string | null, method: string, intent: string): boolean {
  const preferences = header === null || header.length > maxHeader ? [] : readWeightedNames(header, maxEntries).flatMap(readEntry)
  if (preferences.length === 0) return true
  let bestMatch = -1
  let weight = 0
  for (const preference of preferences) {
    const match = specificity(preference, method, intent)
    if (match < bestMatch || match < 0) continue
    weight = match === bestMatch ? Math.max(weight, preference.q) : preference.q
    bestMatch = match
  }
  return weight > 0
}

function specificity(preference: Preference, method: string, intent: string): number {
  if (preference.method !== '*' && preference.method !== method) return -1
  if (preference.intent !== '*' && preference.intent !== intent) return -1
  return Number(preference.method !== '*') + Number(preference.intent !== '*')
}

function readEntry({ name, weight }: WeightedName): Preference[] {
  const [, method = '', intent = ''] = entryText.exec(name) ?? []
  return method === '' || weight === null ? [] : [{ method, intent, q: weight }]
}
