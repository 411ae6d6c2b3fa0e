import type { CodeFinding, FindingSeverity } from '../finding.ts'
import type { TextPlaces } from '../text-places.ts'
import { findAssignments } from './find-assignments.ts'
import { findKeys } from './find-keys.ts'
import type { FoundSecret } from './found-secret.ts'
import { entropyOf, isPlaceholder } from './placeholders.ts'
import { tokenFormats } from './token-formats.ts'

/** Secrets of a text. Where two rules find the same characters, the one that knows more about them is kept. */
export function findSecrets(text: string): readonly FoundSecret[] {
  const kept: FoundSecret[] = []
  for (const secret of [...findKeys(text), ...findTokens(text), ...findAssignments(text)]) {
    if (kept.every((other) => secret.to <= other.from || other.to <= secret.from)) kept.push(secret)
  }
  return kept.toSorted((one, other) => one.from - other.from)
}

function findTokens(text: string): FoundSecret[] {
  return tokenFormats.flatMap(({ id, title, severity, pattern, shown }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const secret = match.groups?.['secret'] ?? match[0]
      const random = secret.slice(shown)
      if (isPlaceholder(random) || entropyOf(random) < 2.8) return []
      const from = match.index + match[0].indexOf(secret)
      return [{ id, title, severity, confidence: 0.9, from, to: from + secret.length, shown }]
    }),
  )
}

/** Files of tests and documents hold made-up secrets more often than real ones. */
const madeUpIn = /(?:^|[/\\_.-])(?:tests?|specs?|__tests__|fixtures?|mocks?|examples?|docs?|samples?)(?:[/\\_.-]|$)/i
const guessed = new Set(['password', 'assigned', 'connection', 'jwt'])

/**
 * The findings of the secrets of one file.
 * @param isProse whether a place is in a comment or a docstring, where secrets are examples more often than not
 */
export function describeSecrets(
  secrets: readonly FoundSecret[],
  file: string,
  places: TextPlaces,
  isProse: (offset: number) => boolean = () => false,
): CodeFinding[] {
  return secrets.map((secret) => {
    const isMadeUp = (madeUpIn.test(file) || isProse(secret.from)) && guessed.has(secret.id)
    return {
      ruleId: `secrets/${secret.id}`,
      engine: 'secrets',
      category: 'security',
      severity: isMadeUp ? ('info' satisfies FindingSeverity) : secret.severity,
      confidence: isMadeUp ? 0.3 : secret.confidence,
      title: secret.title,
      why: 'Everyone who can read the code or its history can use it, and it stays in the history when the line is removed.',
      howToMend: 'Revoke it at its issuer first. Then read the new one from the environment or a secret store.',
      cwe: ['CWE-798'],
      file,
      at: places.placeOf(secret.from, secret.to),
      source: null,
      fix: null,
    }
  })
}

/** A text of the same length in which the secrets are hidden, for quotes from it. */
export function maskSecrets(text: string, secrets: readonly FoundSecret[]): string {
  let masked = ''
  let at = 0
  for (const { from, to, shown } of secrets) {
    const visible = Math.min(to, from + Math.min(shown, Math.floor((to - from) / 2)))
    masked += text.slice(at, visible) + text.slice(visible, to).replaceAll(/[^\r\n]/g, '*')
    at = to
  }
  return masked + text.slice(at)
}
