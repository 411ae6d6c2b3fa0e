/** A score computed from its vector. */
export interface BaseScore {
  /** `3.0` or `3.1` */
  readonly version: string
  /** 0 to 10, one place. */
  readonly baseScore: number
  readonly severity: Severity
}

export type Severity = 'NONE' | 'LOW' | 'MEDIUM' | 'HIGH' | 'CRITICAL'

/** Weights of the metric values (CVSS 3.1 specification, section 7.4). */
const weights = {
  AV: { N: 0.85, A: 0.62, L: 0.55, P: 0.2 },
  AC: { L: 0.77, H: 0.44 },
  UI: { N: 0.85, R: 0.62 },
  C: { H: 0.56, L: 0.22, N: 0 },
  I: { H: 0.56, L: 0.22, N: 0 },
  A: { H: 0.56, L: 0.22, N: 0 },
} as const satisfies Record<string, Readonly<Record<string, number>>>
/** Required privileges weigh less when the scope changes. */
const privileges = { U: { N: 0.85, L: 0.62, H: 0.27 }, C: { N: 0.85, L: 0.68, H: 0.5 } } as const

/**
 * The base score of a CVSS 3 vector (specification 3.1, section 7.1). Null for a vector of another version, and for one
 * that lacks a base metric or has one twice.
 */
export function cvssBaseScore(vector: string): BaseScore | null {
  const [, version, rest = ''] = /^CVSS:(3\.[01])\/(.+)$/.exec(vector) ?? []
  if (version === undefined) return null
  const pairs = rest.split('/').map((part) => part.split(':', 2) as [string, string | undefined])
  const values = new Map(pairs)
  if (values.size !== pairs.length) return null
  const weight = (metric: keyof typeof weights) => lookUp(weights[metric], values.get(metric))
  const scope = values.get('S')
  if (scope !== 'U' && scope !== 'C') return null
  const [reach, complexity, interaction] = [weight('AV'), weight('AC'), weight('UI')]
  const privilege = lookUp(privileges[scope], values.get('PR'))
  const [confidentiality, integrity, availability] = [weight('C'), weight('I'), weight('A')]
  if (reach === null || complexity === null || interaction === null || privilege === null) return null
  if (confidentiality === null || integrity === null || availability === null) return null

  const share = 1 - (1 - confidentiality) * (1 - integrity) * (1 - availability)
  const impact = scope === 'U' ? 6.42 * share : 7.52 * (share - 0.029) - 3.25 * (share - 0.02) ** 15
  const exploitability = 8.22 * reach * complexity * privilege * interaction
  const sum = scope === 'U' ? impact + exploitability : 1.08 * (impact + exploitability)
  const baseScore = impact <= 0 ? 0 : roundUp(Math.min(sum, 10))
  return { version, baseScore, severity: severityOf(baseScore) }
}

function lookUp(table: Readonly<Record<string, number>>, value: string | undefined): number | null {
  return value !== undefined && Object.hasOwn(table, value) ? (table[value] ?? null) : null
}

/** Rounds up to one decimal place and ignores floating-point errors (specification 3.1, appendix A). */
function roundUp(value: number): number {
  const scaled = Math.round(value * 100_000)
  return scaled % 10_000 === 0 ? scaled / 100_000 : (Math.floor(scaled / 10_000) + 1) / 10
}

/** The qualitative severity rating (section 5). */
function severityOf(score: number): Severity {
  if (score === 0) return 'NONE'
  if (score < 4) return 'LOW'
  if (score < 7) return 'MEDIUM'
  return score < 9 ? 'HIGH' : 'CRITICAL'
}
