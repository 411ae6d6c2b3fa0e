import { LATEST_PROTOCOL_VERSION, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/sdk/types.js'
import { expect, test } from 'vitest'
import { protocolVersions } from './protocol-versions.ts'

test('the versions that documents name are those that the SDK speaks, newest first', () => {
  expect(protocolVersions).toEqual(SUPPORTED_PROTOCOL_VERSIONS)
  expect(protocolVersions[0]).toBe(LATEST_PROTOCOL_VERSION)
})
