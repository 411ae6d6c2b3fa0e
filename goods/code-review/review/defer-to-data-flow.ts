import type { CodeFinding } from '../finding.ts'

/** Weaknesses that depend on whose data arrives: commands, statements, markup, evaluated code, documents in XML, paths. */
const ofData = ['CWE-22', 'CWE-78', 'CWE-79', 'CWE-89', 'CWE-94', 'CWE-611']

/**
 * What the other analysers say about the weaknesses that the data flow decides: they see how a call looks, and not what arrives in
 * it. Where the flow was followed to its end, such a finding is a remark. At the place of a flow it is merged with that.
 */
export function deferToDataFlow(findings: readonly CodeFinding[]): readonly CodeFinding[] {
  return findings.map((finding) => {
    const isByLooks = finding.engine === 'eslint' || finding.engine === 'ruff'
    return isByLooks && finding.cwe.some((cwe) => ofData.includes(cwe)) ? { ...finding, severity: 'info' } : finding
  })
}
