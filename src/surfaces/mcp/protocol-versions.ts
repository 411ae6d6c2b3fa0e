/**
 * The versions of MCP that the SDK speaks, the newest first. Written down, so that documents may name them without the SDK
 * being loaded at the start; a test holds them against it.
 */
export const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const
