/** What the holder of an address can be, as far as it matters to readers of its transfers. */
export const labelKinds = ['burn', 'issuer', 'exchange', 'bridge', 'lending', 'mixer', 'sanctioned', 'service', 'other'] as const

export type LabelKind = (typeof labelKinds)[number]
