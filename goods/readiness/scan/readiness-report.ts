import type { ReadinessBody } from './readiness-answer.ts'

const marks: Readonly<Record<string, string>> = { pass: '✓', warn: '!', fail: '✗', na: '–', error: '?' }

/** The answer as a report in Markdown. All its words are ours, except for the address. */
export function readinessReport({
  url,
  kind,
  score,
  level,
  checks,
  first,
  observedShare,
}: Omit<ReadinessBody, 'markdown' | 'meta'>): string {
  const heading = score === null ? 'not scored' : `${score} of 100, ${level}`
  const rows = checks.map(({ title, status, points, maxPoints, evidence }) => {
    const counted = maxPoints === 0 ? '' : `${points}/${maxPoints}`
    return `| ${marks[status] ?? ''} ${status} | ${title} | ${counted} | ${evidence.replaceAll('|', '\\|')} |`
  })
  const faulty = checks.filter(({ fix }) => fix !== null)
  const fixes = faulty.map(
    ({ title, fix, snippet }) => `### ${title}\n\n${fix}\n${snippet === null ? '' : `\n\`\`\`\n${snippet}\n\`\`\`\n`}`,
  )
  return [
    `# Agent readiness of ${url}`,
    `**${heading}**, as ${kind === 'api' ? 'an API' : 'a site to read'}. ${Math.round(observedShare * 100)} % of the checks could be read.`,
    ...(first.length > 0 ? [`## First\n\n${first.map(({ fix }, index) => `${index + 1}. ${fix}`).join('\n')}`] : []),
    `## Checks\n\n| status | check | points | evidence |\n|---|---|---|---|\n${rows.join('\n')}`,
    ...(fixes.length > 0 ? [`## Fixes\n\n${fixes.join('\n')}`] : []),
  ].join('\n\n')
}
