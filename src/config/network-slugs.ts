/** Names of the networks, as settings are written. */
export const networkSlugs = ['base', 'ethereum', 'polygon', 'arbitrum', 'optimism', 'skale'] as const
