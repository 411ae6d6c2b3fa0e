import type { Place } from '../code/syntax.ts'
import type { FindingSeverity } from '../finding.ts'
import type { CodeReview, MergedFinding } from './code-review.ts'

/** A log in the Static Analysis Results Interchange Format, version 2.1.0. */
export type SarifLog = { $schema: string; version: '2.1.0'; runs: object[] }

const levels: Readonly<Record<FindingSeverity, 'error' | 'warning' | 'note'>> = {
  critical: 'error',
  high: 'error',
  medium: 'warning',
  low: 'note',
  info: 'note',
}

/** The number that code scanning services sort security findings by, on the scale of CVSS. */
const securitySeverities: Readonly<Record<FindingSeverity, string>> = {
  critical: '9.5',
  high: '8.0',
  medium: '5.5',
  low: '3.0',
  info: '1.0',
}

/** A review as SARIF, section numbers of the standard: 3.13 the log, 3.14 the run, 3.27 a result. */
export function sarifOf(review: CodeReview, tool: { readonly version: string }): SarifLog {
  const rules = new Map(review.findings.map((finding) => [finding.ruleId, finding]))
  const ids = [...rules.keys()]
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Farthing code review', version: tool.version, rules: [...rules.values()].map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        artifacts: review.files.map(({ name, language }) => ({ location: locationOf(name), sourceLanguage: language })),
        invocations: [
          {
            executionSuccessful: true,
            toolExecutionNotifications: review.warnings.map((text) => ({ level: 'warning', message: { text } })),
          },
        ],
        results: review.findings.map((finding) => resultOf(finding, ids.indexOf(finding.ruleId))),
      },
    ],
  }
}

function ruleOf({ ruleId, title, why, howToMend, severity, category, cwe }: MergedFinding) {
  return {
    id: ruleId,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: howToMend },
    defaultConfiguration: { level: levels[severity] },
    properties: {
      tags: [category, ...cwe.map((id) => `external/cwe/${id.toLowerCase()}`)],
      ...(category === 'security' ? { 'security-severity': securitySeverities[severity] } : {}),
    },
  }
}

function resultOf(finding: MergedFinding, ruleIndex: number) {
  const { ruleId, severity, title, why, howToMend, file, at, source, fix, fingerprint, confidence, engines, snippet } = finding
  return {
    ruleId,
    ruleIndex,
    level: levels[severity],
    rank: Math.round(100 * confidence),
    message: { text: `${title}. ${why} ${howToMend}` },
    locations: [{ physicalLocation: { artifactLocation: locationOf(file), region: { ...regionOf(at), snippet: { text: snippet } } } }],
    ...(source
      ? {
          relatedLocations: [
            {
              physicalLocation: { artifactLocation: locationOf(file), region: regionOf(source.at) },
              message: { text: `Data comes in here: ${source.name}` },
            },
          ],
        }
      : {}),
    partialFingerprints: { 'farthing/v1': fingerprint },
    ...(fix
      ? {
          fixes: [
            {
              description: { text: howToMend },
              artifactChanges: [
                {
                  artifactLocation: locationOf(file),
                  replacements: [{ deletedRegion: regionOf(fix.at), insertedContent: { text: fix.replacement } }],
                },
              ],
            },
          ],
        }
      : {}),
    properties: { severity, confidence, engines },
  }
}

/** A name is no address: it is made into a relative reference. */
function locationOf(name: string): { readonly uri: string } {
  const segments = name
    .toWellFormed()
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '..' && segment !== '.')
  return { uri: segments.length === 0 ? 'submission' : segments.map(encodeURIComponent).join('/') }
}

function regionOf({ line, column, endLine, endColumn }: Place) {
  return {
    startLine: line,
    startColumn: column,
    endLine: Math.max(line, endLine),
    endColumn: endLine <= line ? Math.max(column, endColumn) : endColumn,
  }
}
