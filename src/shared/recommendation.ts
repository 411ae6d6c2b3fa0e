/** What to do with the subject of a scored answer, from the best to the worst; `unknown` where too little is known to say. */
export const recommendedActions = ['go_ahead', 'stay_within_limits', 'check_first', 'do_not_deal', 'unknown'] as const

export interface Recommendation {
  readonly action: (typeof recommendedActions)[number]
  /** One sentence for the caller, or two. */
  readonly reason: string
}

export function recommend(action: Recommendation['action'], reason: string): Recommendation {
  return { action, reason }
}
