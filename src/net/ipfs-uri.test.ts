import { describe, expect, test } from 'vitest'
import { ipfsTarget } from './ipfs-uri.ts'

const v0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWnPbdG'
const v1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const reach = (uri: string) => ipfsTarget(uri, 'https://gateway.example').url.href

test.each([
  [`ipfs://${v0}`, `https://gateway.example/ipfs/${v0}`],
  [`IPFS://${v0}`, `https://gateway.example/ipfs/${v0}`],
  [`ipfs://ipfs/${v1}`, `https://gateway.example/ipfs/${v1}`],
  [`ipfs://${v1}/agents/card.json`, `https://gateway.example/ipfs/${v1}/agents/card.json`],
  [`ipfs://${v1}/a%20b/`, `https://gateway.example/ipfs/${v1}/a%20b/`],
])('%s is at %s', (uri, url) => {
  expect(reach(uri)).toBe(url)
})

describe('nothing else is asked of the gateway', () => {
  test.each([
    'ipfs://',
    'ipfs://localhost/',
    'ipfs://gateway.example/ipfs/x',
    `ipfs:${v0}`,
    `ipfs:///${v0}`,
    `ipns://${v0}`,
    `ipfs://${v0.slice(1)}`,
    `ipfs://${v0}.evil.example`,
    `ipfs://${v0.toLowerCase()}`,
    `ipfs://${v1.toUpperCase()}`,
    `ipfs://${v1}@evil.example/`,
    `ipfs://${v1}:80/`,
    `ipfs://${v1}/..`,
    `ipfs://${v1}/../../api/v0/config`,
    `ipfs://${v1}/a/./b`,
    `ipfs://${v1}/%2e%2e/api`,
    `ipfs://${v1}/.%2E/api`,
    `ipfs://${v1}/a%2f..%2f..%2fapi`,
    `ipfs://${v1}/a%5c..`,
    `ipfs://${v1}/a%00`,
    `ipfs://${v1}/a b`,
    `ipfs://${v1}/a\\..\\b`,
    `ipfs://${v1}/a\n`,
    `ipfs://${v1}?download=true`,
    `ipfs://${v1}#x`,
    `ipfs://${v1}/${'a'.repeat(1_024)}`,
  ])('%j', (uri) => {
    expect(() => reach(uri)).toThrow(expect.objectContaining({ reason: 'not_a_url' }))
  })
})
