import { afterAll, describe, expect, test } from 'vitest'
import { createHttpClient } from '../../net/http-client.ts'
import { systemClock, systemTimers } from '../../ops/system.ts'
import type { Hex } from '../../shared/bytes.ts'
import { createKeySigner, type Signer } from '../signer.ts'
import type { UnsignedTransaction } from '../transaction/unsigned-transaction.ts'
import { createAwsKms } from './aws-kms.ts'
import { localKms, localWeb3Signer, type Conduct, type LocalKeyService } from './key-services.fixture.ts'
import { createRemoteSigner } from './remote-signer.ts'
import { createWeb3Signer } from './web3signer.ts'

const privateKey: Hex = `0x${'5a'.repeat(32)}`
const local = createKeySigner(privateKey)
const { address } = local
const http = createHttpClient({}, { clock: systemClock, timers: systemTimers })
const opened: LocalKeyService[] = []
afterAll(async () => {
  await Promise.all([http.close(), ...opened.map((service) => service.close())])
})

const call = { to: `0x${'11'.repeat(20)}`, data: `0x${'ab'.repeat(700)}`, value: 0n, gas: 90_000n } as const
const transactions: readonly UnsignedTransaction[] = [
  { ...call, nonce: 0, chainId: 8453, fees: { kind: 'eip1559', maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000n } },
  { ...call, nonce: 1, chainId: 1187947933, fees: { kind: 'legacy', gasPrice: 2_000_000_000n } },
]

/** Long, where an answer is expected: the machine may be busy. */
const patientMs = 60_000

const kinds = {
  Web3Signer: async (timeoutMs: number) => {
    const service = await localWeb3Signer(privateKey)
    return { service, keys: createWeb3Signer({ url: service.url, address, timeoutMs: patientMs, http }), timeoutMs }
  },
  'AWS KMS': async (timeoutMs: number) => {
    const service = await localKms(privateKey)
    const settings = { endpoint: service.url, region: 'eu-west-1', credentials: { accessKeyId: 'id', secretAccessKey: 'secret' } }
    return { service, keys: createAwsKms({ keyId: 'alias/farthing', timeoutMs: patientMs, settings }), timeoutMs }
  },
}

async function open(kind: keyof typeof kinds, conduct: Conduct, waitMs = patientMs): Promise<{ signer: Signer; service: LocalKeyService }> {
  const { service, keys, timeoutMs } = await kinds[kind](waitMs)
  opened.push(service)
  service.conduct = conduct
  return { service, signer: createRemoteSigner({ address, service: keys, timeoutMs, timers: systemTimers }) }
}

describe.each(Object.keys(kinds) as (keyof typeof kinds)[])('a signer with %s', (kind) => {
  test.each(['signs', 'highS'] as const)('that %s gives byte for byte what the key itself gives', async (conduct) => {
    const { signer } = await open(kind, conduct)
    for (const one of transactions) expect(await signer.sign(one)).toEqual(await local.sign(one))
  })

  test.each([
    ['otherKey', 'wrong_signature'],
    ['garbage', 'unreachable'],
    ['refuses', 'unreachable'],
  ] as const)('that %s fails as %s, and signs again once it is mended', async (conduct, failure) => {
    const { service, signer } = await open(kind, conduct)
    await expect(signer.sign(transactions[0]!)).rejects.toMatchObject({ name: 'SignerFailed', failure })
    service.conduct = 'signs'
    expect(await signer.sign(transactions[0]!)).toEqual(await local.sign(transactions[0]!))
  })

  test('that hangs fails after its time', async () => {
    const { signer, service } = await open(kind, 'hangs', 50)
    await expect(signer.sign(transactions[0]!)).rejects.toMatchObject({ failure: 'timeout' })
    service.conduct = 'signs'
  })

  test('says in its error nothing that the service said', async () => {
    const { signer } = await open(kind, 'refuses')
    const error = await signer.sign(transactions[0]!).catch((one: unknown) => one as Error)
    expect((error as Error).message).toBe(`${kind} did not sign: it cannot be reached, or it refused (account ${address})`)
  })
})

test('a Web3Signer without the key of the account does not sign, and is asked for its keys again later', async () => {
  const { signer, service } = await open('Web3Signer', 'noSuchKey')
  await expect(signer.sign(transactions[0]!)).rejects.toMatchObject({ failure: 'unreachable' })
  expect(service.asked).toBe(0)
  service.conduct = 'signs'
  expect(await signer.sign(transactions[0]!)).toEqual(await local.sign(transactions[0]!))
})
