import { severities } from '../finding.ts'
import { createTextPlaces } from '../text-places.ts'
import { cleanQuote } from './clean-quote.ts'
import type { MergedFinding } from './code-review.ts'
import { createFingerprints } from './fingerprint.ts'
import type { Merged } from './merge-findings.ts'

/** Findings in one answer. The least severe beyond that are left out. */
const maxFindings = 200
const maxSnippet = 200

/**
 * The worst findings, with the line that each is about.
 * @param masked the code of each file with secrets hidden
 */
export function chooseFindings(
  merged: readonly Merged[],
  masked: ReadonlyMap<string, string>,
): { readonly findings: readonly MergedFinding[]; readonly omitted: number } {
  const places = new Map([...masked].map(([name, code]) => [name, createTextPlaces(code)]))
  const fingerprints = createFingerprints()
  const named = merged
    .toSorted((one, other) => one.at.line - other.at.line || one.at.column - other.at.column)
    .map((finding): MergedFinding => {
      const line = places.get(finding.file)?.lineAt(finding.at.line) ?? ''
      return {
        ...finding,
        snippet: cleanQuote(snippetOf(line, finding.at.column)),
        fingerprint: fingerprints.of(finding.file, finding.ruleId, line.slice(0, 2_000)),
      }
    })
  const sorted = named.toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity) || other.confidence - one.confidence,
  )
  return { findings: sorted.slice(0, maxFindings), omitted: Math.max(0, sorted.length - maxFindings) }
}

/** Of a long line only what is around the column. */
function snippetOf(line: string, column: number): string {
  if (line.length <= maxSnippet) return line.trim()
  const from = Math.max(0, Math.min(column - 1 - maxSnippet / 4, line.length - maxSnippet))
  return line.slice(from, from + maxSnippet).trim()
}
