import type { AnalyserName, CodeFinding } from '../finding.ts'
import { severities } from '../finding.ts'

/** Numbers of CWE that analysers use for one and the same thing. */
const families: readonly (readonly number[])[] = [
  [77, 78, 88],
  [79, 80, 83, 116],
  [89, 564],
  [94, 95, 96, 98],
  [22, 23, 36, 73],
  [295, 297, 599],
  [326, 327],
  [328, 327, 916],
  [330, 338, 1241],
  [259, 321, 522, 798],
  [400, 1333, 730],
  [502],
  [611, 776, 827],
  [570, 571],
  [614, 1004],
]

/** Who describes a finding that several analysers have: the one that knows most about it. */
const precedence: readonly AnalyserName[] = ['taint', 'secrets', 'rules', 'eslint', 'ruff', 'shellcheck', 'metrics']

export type Merged = CodeFinding & { readonly engines: readonly AnalyserName[] }

/**
 * Makes one finding of those that are about the same weakness at the same place. Its confidence is that of all of them
 * together, as if they were independent.
 */
export function mergeFindings(findings: readonly CodeFinding[]): readonly Merged[] {
  const groups: CodeFinding[][] = []
  for (const finding of findings) {
    const group = groups.find((members) => members.some((member) => isSame(member, finding)))
    if (group) group.push(finding)
    else groups.push([finding])
  }
  return groups.map(mergeGroup)
}

function isSame(one: CodeFinding, other: CodeFinding): boolean {
  if (one.file !== other.file || !overlaps(one, other)) return false
  if (one.ruleId === other.ruleId) return one.at.line === other.at.line && one.at.column === other.at.column
  return one.cwe.some((cwe) => other.cwe.some((its) => isRelated(cwe, its)))
}

/** Rules point to the call, to its name or to its argument. */
function overlaps({ at: one }: CodeFinding, { at: other }: CodeFinding): boolean {
  return (
    one.line <= Math.max(other.line, Math.min(other.endLine, other.line + 3)) &&
    other.line <= Math.max(one.line, Math.min(one.endLine, one.line + 3))
  )
}

/** Whether two identifiers such as `CWE-94` are used for one and the same thing. */
export function isRelated(one: string, other: string): boolean {
  if (one === other) return true
  const [number, its] = [one, other].map((cwe) => Number(cwe.slice('CWE-'.length)))
  return families.some((family) => family.includes(number ?? 0) && family.includes(its ?? 0))
}

function mergeGroup(group: readonly CodeFinding[]): Merged {
  const ordered = group.toSorted((one, other) => precedence.indexOf(one.engine) - precedence.indexOf(other.engine))
  const [first] = ordered
  if (!first) throw new Error('a group of no findings')
  const engines = precedence.filter((engine) => group.some((finding) => finding.engine === engine))
  // Several findings of one analyser are one opinion.
  const opinions = engines.map((engine) =>
    Math.max(...group.filter((finding) => finding.engine === engine).map(({ confidence }) => confidence)),
  )
  const doubt = opinions.reduce((product, confidence) => product * (1 - confidence), 1)
  // An analyser that followed the data knows best how bad it is.
  const severity =
    first.engine === 'taint'
      ? first.severity
      : (severities.find((one) => group.some((finding) => finding.severity === one)) ?? first.severity)
  return {
    ...first,
    severity,
    confidence: Math.min(0.99, Math.round(100 * (1 - doubt)) / 100),
    cwe: [...new Set(ordered.flatMap(({ cwe }) => cwe))].slice(0, 4),
    source: ordered.find(({ source }) => source)?.source ?? null,
    fix: ordered.find(({ fix }) => fix)?.fix ?? null,
    engines,
  }
}
