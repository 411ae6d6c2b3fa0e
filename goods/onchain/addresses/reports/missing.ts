import type { Observed } from '../observed.ts'

/** The observations that are unknown, each with the reason: `transactions.eip155:137 (network_down)`. */
export function missingIn(observations: Readonly<Record<string, Observed<unknown>>>): string[] {
  return Object.entries(observations).flatMap(([path, one]) => (one.state === 'unknown' ? [`${path} (${one.reason})`] : []))
}

/** The same entries under `prefix.key`. */
export function prefixed<T>(prefix: string, all: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(all).map(([key, value]) => [`${prefix}.${key}`, value]))
}
