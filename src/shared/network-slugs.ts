/** Short names of the networks, as settings and x402 version 1 write them. */
export const networkSlugs = ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism', 'skale'] as const

export type NetworkSlug = (typeof networkSlugs)[number]
