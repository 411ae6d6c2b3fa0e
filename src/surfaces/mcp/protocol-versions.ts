/**
 * The versions of MCP that the SDK speaks, newest first. They are written down here so that documents can name them before
 * the SDK is loaded; a test compares them with the SDK.
 */
export const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const

export function isKnownVersion(version: unknown): version is (typeof protocolVersions)[number] {
  return protocolVersions.some((known) => known === version)
}
