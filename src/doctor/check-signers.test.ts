import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Finding } from '../goods/finding.ts'
import { runChecks } from '../operate/doctor/run-checks.ts'
import { systemClock, systemTimers } from '../ops/system.ts'
import { localKms, localWeb3Signer, type Conduct, type LocalKeyService } from '../settler/remote-signers/key-services.fixture.ts'
import { createKeySigner } from '../settler/signer.ts'
import type { Hex } from '../shared/bytes.ts'
import { signerChecks } from './check-signers.ts'

const key: Hex = `0x${'5a'.repeat(32)}`
const { address } = createKeySigner(key)
/** Long where an answer is expected: the machine may be busy. */
const patientMs = 30_000

let web3: LocalKeyService
let kms: LocalKeyService
beforeEach(async () => {
  ;[web3, kms] = [await localWeb3Signer(key), await localKms(key)]
  vi.stubEnv('AWS_ENDPOINT_URL_KMS', kms.url)
  vi.stubEnv('AWS_REGION', 'eu-west-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'id')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await Promise.all([web3.close(), kms.close()])
})

const remote = {
  web3signer: () => ({ kind: 'web3signer', place: web3.url, address }) as const,
  'aws-kms': () => ({ kind: 'aws-kms', place: 'alias/farthing', address }) as const,
}
type Kind = keyof typeof remote

async function look(
  remoteSigners: Parameters<typeof signerChecks>[0]['remoteSigners'],
  { limitMs = patientMs, signerKeys = null }: { limitMs?: number; signerKeys?: Hex[] | null } = {},
): Promise<readonly Finding[]> {
  const { checks, close } = signerChecks(
    { remoteSigners, remoteSignerMs: limitMs, signerKeys },
    { clock: systemClock, timers: systemTimers },
  )
  try {
    return await runChecks(checks, { timers: systemTimers })
  } finally {
    await close()
  }
}

const set = (conduct: Conduct) => {
  web3.conduct = conduct
  kms.conduct = conduct
}

describe.each(['web3signer', 'aws-kms'] as const)('doctor asks a signer in %s for a signature', (kind) => {
  test('and says how long it took', async () => {
    const [finding, ...more] = await look([remote[kind]()])
    expect(more).toEqual([])
    expect(finding).toMatchObject({
      check: 'signer',
      subject: `${kind}, ${address}`,
      status: 'ok',
      found: expect.stringMatching(/^it signs for this account, in \d+ ms$/),
    })
  })

  test.each<[Conduct, Record<Kind, RegExp>, RegExp]>([
    ['otherKey', { web3signer: /another key/, 'aws-kms': /another key/ }, /behind the @ in REMOTE_SIGNERS/],
    ['garbage', { web3signer: /not a signature/, 'aws-kms': /not a signature/ }, /look at/],
    ['refuses', { web3signer: /status 500/, 'aws-kms': /KMSInvalidStateException/ }, /look at/],
    ['denies', { web3signer: /status 401/, 'aws-kms': /AccessDeniedException/ }, /kms:Sign|let this machine pass the proxy/],
    ['noSuchKey', { web3signer: /has no key of this account/, 'aws-kms': /NotFoundException/ }, /in REMOTE_SIGNERS/],
  ])('one that %s is a fault with its fix', async (conduct, found, fix) => {
    set(conduct)
    const [finding] = await look([remote[kind]()])
    expect(finding).toMatchObject({ status: 'fault', found: expect.stringMatching(found[kind]), fix: expect.stringMatching(fix) })
    expect(finding!.fix).toMatch(/nothing is sold$/)
    expect(JSON.stringify(finding)).not.toMatch(/who are you|arn:aws|127\.0\.0\.1/)
  })

  test('one that hangs', async () => {
    set('hangs')
    expect(await look([remote[kind]()], { limitMs: 150 })).toMatchObject([
      { status: 'fault', found: 'it gives no signature within 150 ms (REMOTE_SIGNER_MS)' },
    ])
  })

  test('one that is away', async () => {
    await Promise.all([web3.close(), kms.close()])
    expect(await look([remote[kind]()])).toMatchObject([
      {
        status: 'fault',
        found: expect.stringMatching(/^it can't be reached: /),
        fix: expect.stringMatching(/^(start Web3Signer|check AWS_REGION)/),
      },
    ])
  })
})

test('a signer that fails beside others is a warning, and hides no other', async () => {
  web3.conduct = 'refuses'
  const found = await look([remote.web3signer(), { ...remote['aws-kms'](), address: `0x${'1'.repeat(40)}` }])
  expect(found.map(({ status }) => status)).toEqual(['warning', 'warning'])
  expect(found[1]).toMatchObject({
    found: expect.stringMatching(/another key/),
    fix: expect.stringMatching(/other signers settle meanwhile$/),
  })
  expect(await look([remote.web3signer()], { signerKeys: [`0x${'22'.repeat(32)}`] })).toMatchObject([{ status: 'warning' }])
})

test('without remote signers there is nothing to ask', async () => {
  expect(await look(null)).toEqual([])
})
