import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Purchase } from './purchase.ts'

/** Writes the faults, and the events of every purchase (slowest first), to files for later study. */
export function writeLogs(
  directory: string,
  events: readonly { readonly at: number; readonly what: string }[],
  purchases: readonly Purchase[],
): void {
  writeFileSync(join(directory, 'faults.log'), events.map(({ at, what }) => `${new Date(at).toISOString()} ${what}\n`).join(''))
  const took = ({ firstTriedAt, answeredAt }: Purchase) => (answeredAt ?? Date.now()) - (firstTriedAt ?? 0)
  const stories = purchases
    .filter(({ tries }) => tries > 0)
    .toSorted((one, other) => took(other) - took(one))
    .map((purchase) => [`purchase ${purchase.number}, ${purchase.state}, ${took(purchase)} ms`, ...purchase.events].join('\n  '))
  writeFileSync(join(directory, 'purchases.log'), stories.join('\n\n'))
}
