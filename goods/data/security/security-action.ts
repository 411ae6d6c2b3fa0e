/** What to do about a vulnerability, in one word. `docs/vulnerabilities.md` has the rule. */
export const securityActions = ['patch_now', 'patch_soon', 'patch_routinely', 'watch', 'ignore', 'unknown'] as const

export interface SecurityAdvice {
  readonly action: (typeof securityActions)[number]
  /** One sentence with the figures that decided. */
  readonly actionReason: string
}

interface Facts {
  /** As NVD has it. */
  readonly status: string | null
  readonly exploited: boolean | null
  readonly score: {
    readonly cvss: { readonly baseScore: number | null } | null
    readonly epss: { readonly probability: number } | null
  }
}

/** Shares of 1: how likely an exploitation within 30 days is. */
const likely = { now: 0.5, soon: 0.1, noted: 0.01 }
/** CVSS base scores. */
const severe = { critical: 9, high: 7, medium: 4 }

/** The first rule that fits decides. Missing figures never lower the advice: what could still be dangerous is `unknown`. */
export function adviceOn({ status, exploited, score }: Facts): SecurityAdvice {
  if (exploited === true) return advise('patch_now', 'The catalog of CISA says that it is exploited already.')
  if (status === 'Rejected') return advise('ignore', 'NVD has rejected this CVE id.')
  const base = score.cvss?.baseScore ?? null
  const epss = score.epss?.probability ?? null
  const figures = `CVSS ${base ?? 'unknown'}, EPSS ${epss ?? 'unknown'}`
  if (epss !== null && epss >= likely.now && (base === null || base >= severe.high))
    return advise('patch_now', `It is more likely than not that it is exploited within 30 days (${figures}).`)
  if (base !== null && base >= severe.critical) return advise('patch_soon', `It is critical (${figures}).`)
  if (epss !== null && epss >= likely.soon) return advise('patch_soon', `It is likely enough to be exploited within 30 days (${figures}).`)
  if (base !== null && base >= severe.high && epss !== null && epss >= likely.noted)
    return advise('patch_soon', `Its severity is high, and it may well be exploited (${figures}).`)
  if (exploited === null || base === null || epss === null) return advise('unknown', unknownReason(exploited, figures))
  if (base >= severe.medium) return advise('patch_routinely', `No source says that it is exploited or soon will be (${figures}).`)
  return advise('watch', `Its severity is low, and it is unlikely to be exploited (${figures}).`)
}

function advise(action: SecurityAdvice['action'], actionReason: string): SecurityAdvice {
  return { action, actionReason }
}

function unknownReason(exploited: boolean | null, figures: string): string {
  const catalog = exploited === null ? ' The catalog of CISA could not be read.' : ''
  return `Too little is known to call it harmless (${figures}).${catalog}`
}
