import { isJsonObject, type JsonObject } from './json-object.ts'

/**
 * The versions of MCP that begin with `initialize`, newest first, as the SDK for them has them. They are written down here so that documents can name
 * them before the SDK is loaded; a test compares them with the SDK.
 */
export const protocolVersions = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'] as const

/** The version without sessions: each request says in `_meta` which version its client speaks, and what it can do. */
export const statelessVersion = '2026-07-28'

/** All versions, newest first. */
export const allVersions: readonly string[] = [statelessVersion, ...protocolVersions]

/** Members of `_meta` in which a request of the stateless version describes its client. */
export const envelopeKeys = {
  version: 'io.modelcontextprotocol/protocolVersion',
  capabilities: 'io.modelcontextprotocol/clientCapabilities',
} as const

export function isKnownVersion(version: unknown): version is (typeof protocolVersions)[number] {
  return protocolVersions.some((known) => known === version)
}

/** Whether a message is of the stateless version or a later one, by its header, its `_meta` or its method. */
export function isStateless({ body, protocolVersion }: { readonly body: unknown; readonly protocolVersion: string | null }): boolean {
  if (isLater(protocolVersion)) return true
  return (isJsonObject(body) && body['method'] === 'server/discover') || isLater(envelopeOf(body)[envelopeKeys.version])
}

/** The `_meta` of a message's parameters, in which a request of the stateless version describes its client; empty where there is none. */
export function envelopeOf(body: unknown): JsonObject {
  const params = isJsonObject(body) ? body['params'] : null
  const meta = isJsonObject(params) ? params['_meta'] : null
  return isJsonObject(meta) ? meta : {}
}

function isLater(version: unknown): boolean {
  return typeof version === 'string' && /^\d{4}-\d\d-\d\d$/.test(version) && version >= statelessVersion
}
