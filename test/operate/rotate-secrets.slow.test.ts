import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { evm, Mppx } from 'mppx/client'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import type { Chain } from '../../src/chain/chain.ts'
import { keysCommand } from '../../src/commands/keys.ts'
import type { Service } from '../../src/service/start-service.ts'
import { connectBase } from '../base-chain.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { pay, priceOfBitcoin, receiptOf, usdcOf, type Account } from '../signed-payments.ts'
import { engines, openLedgerPlaces, type LedgerPlaces, type Place } from './both-engines.ts'
import { runOperator } from './run-operator.ts'

const price = 7_500n

describe.each(engines)('keys rotate mpp and token on %s, while challenges are open', (engine) => {
  let places: LedgerPlaces
  let sandbox: Sandbox
  let chain: Chain
  let payer: Account
  let settings: Place[]
  let services: Service[]
  let tokenFile: string
  let secretFile: string
  const firstToken = randomBytes(32).toString('hex')
  /** Credentials that were paid and answered. */
  let paid = 0
  let earnedBefore: bigint

  beforeAll(async () => {
    places = await openLedgerPlaces(engine)
    sandbox = await sharedSandbox()
    chain = await connectBase(sandbox)
    tokenFile = join(places.root, 'token')
    writeFileSync(tokenFile, firstToken, { mode: 0o600 })
    const place: Place = { ...(await places.make()), METRICS_TOKEN_FILE: tokenFile }
    secretFile = place['MPP_SECRET_FILE'] ?? join(place.DATA_DIR, 'mpp-secret')
    settings = engine === 'SQLite' ? [place] : [place, places.beside(place)]
    services = []
    for (const env of settings) services.push(await startInProcess({ env, sandbox }))
    payer = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(payer.address, '5')
    expect((await pay(services[0]!.url, payer, { path: priceOfBitcoin })).status).toBe(200)
    earnedBefore = await usdcOf(chain, sandbox.payTo)
  })
  afterAll(async () => {
    for (const service of services ?? []) await closeService(service)
    await sandbox?.close()
    await places?.close()
  })

  const stock = () => Mppx.create({ methods: [evm.charge({ account: payer, currencies: [evm.assets.base.USDC] })], polyfill: false })
  /** A 402 that a client has and did not pay yet. */
  const challengedBy = (index: number) => fetch(services[index]!.url + priceOfBitcoin)
  const payAt = async (index: number, challenge: Response) =>
    fetch(services[index]!.url + priceOfBitcoin, { headers: { Authorization: await stock().createCredential(challenge) } })

  async function expectPaid(index: number, challenge: Response): Promise<void> {
    const answer = await payAt(index, challenge)
    expect([answer.status, answer.headers.get('idempotent-replay')]).toEqual([200, null])
    expect(await receiptOf(answer)).toMatchObject({ protocol: 'mpp', charged: { baseUnits: String(price) } })
    paid += 1
  }

  /** Every instance takes the challenges of every other one. */
  async function expectAllPairs(): Promise<void> {
    for (const from of services.keys()) for (const at of services.keys()) await expectPaid(at, await challengedBy(from))
  }

  /** Starts each instance again, one after the other; after each of them all take all challenges. */
  async function renew(): Promise<void> {
    for (const [index, env] of settings.entries()) {
      await closeService(services[index]!)
      services[index] = await startInProcess({ env, sandbox })
      await expectAllPairs()
    }
  }

  const rotate = (what: 'mpp' | 'token', step: string) => runOperator(keysCommand, settings[0]!, 'rotate', what, step)
  const metricsStatus = async (token: string) =>
    Promise.all(services.map(async ({ url }) => (await fetch(`${url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).status))
  const tokens = () => readFileSync(tokenFile, 'utf8').trim().split(',')
  const everywhere = <T>(value: T) => services.map(() => value)

  test('a challenge that was taken before prepare or switch is paid after it and answered', async () => {
    for (const step of ['prepare', 'switch']) {
      const taken = await Promise.all([...services.keys()].map(challengedBy))
      for (const what of ['mpp', 'token'] as const) expect(await rotate(what, step)).toMatchObject({ code: 0, err: '' })
      await renew()
      for (const [index, challenge] of taken.entries()) await expectPaid(services.length - 1 - index, challenge)
    }
    for (const token of tokens()) expect(await metricsStatus(token)).toEqual(everywhere(200))
    expect(tokens()).toContain(firstToken)
  })

  test('finish waits until no transfer for a challenge of the old secret may still be presented', async () => {
    const early = await rotate('mpp', 'finish')
    expect(early).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        /^farthing keys: payers may still present transfers .*: finish after 20\d\d-.*; or finish --now where the old secret has leaked\n$/,
      ),
    })
    await expectAllPairs()
  })

  test('after finish the old challenge is refused with a clear problem and a new challenge, nothing is charged, and the old token too', async () => {
    // Made with the first secret alone, as an instance makes it that was not renewed since before prepare.
    const [second, first] = readFileSync(secretFile, 'utf8').trim().split(',')
    const left = await startInProcess({
      env: { ...places.beside(settings[0]!), DATABASE_URL: '', MPP_SECRET_FILE: '', MPP_SECRET: first! },
      sandbox,
    })
    const old = await fetch(left.url + priceOfBitcoin)
    await closeService(left)
    const newest = await challengedBy(0)
    const eightDaysAgo = statSync(secretFile).mtimeMs / 1000 - 8 * 86_400
    utimesSync(secretFile, eightDaysAgo, eightDaysAgo)
    for (const what of ['mpp', 'token'] as const) expect(await rotate(what, 'finish')).toMatchObject({ code: 0, err: '' })
    expect(readFileSync(secretFile, 'utf8').trim()).toBe(second)
    await renew()
    await expectPaid(services.length - 1, newest)

    const refused = await payAt(0, old)
    expect(refused.status).toBe(402)
    const again = refused.clone()
    expect(await refused.json()).toMatchObject({
      type: 'https://paymentauth.org/problems/invalid-challenge',
      code: 'invalid_challenge',
      detail: expect.stringMatching(/^Challenge is not ours.*This call costs 0\.0075 USDC\.$/),
    })
    await expectPaid(0, again)
    expect(await metricsStatus(firstToken)).toEqual(everywhere(404))
    expect(await metricsStatus(tokens()[0]!)).toEqual(everywhere(200))
  })

  test('every credential was charged exactly once', async () => {
    expect((await usdcOf(chain, sandbox.payTo)) - earnedBefore).toBe(BigInt(paid) * price)
  })
})
