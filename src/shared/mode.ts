/** Play money on local chains, or real money. */
export const modes = ['sandbox', 'live'] as const
export type Mode = (typeof modes)[number]
