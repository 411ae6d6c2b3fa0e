import { createHash } from 'node:crypto'

/** Gives each finding a name that does not depend on the number of its line. */
export interface Fingerprints {
  /** @param line its first line, with secrets hidden */
  of(file: string, ruleId: string, line: string): string
}

/** Equal findings on equal lines are told apart by their order. */
export function createFingerprints(): Fingerprints {
  const seen = new Map<string, number>()
  return {
    of(file, ruleId, line) {
      const key = [file, ruleId, line.trim().replaceAll(/\s+/g, ' ')].join('\n')
      const index = seen.get(key) ?? 0
      seen.set(key, index + 1)
      return createHash('sha256').update(`${key}\n${index}`).digest('hex')
    },
  }
}
