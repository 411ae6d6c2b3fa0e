import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sandbox } from '../../sandbox/open-sandbox.ts'
import { pruneCommand } from '../../src/commands/prune.ts'
import { systemClock } from '../../src/ops/system.ts'
import type { Service } from '../../src/service/start-service.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { sharedSandbox } from '../shared-sandbox.ts'
import { pay, priceOfBitcoin } from '../signed-payments.ts'
import { engines, openLedgerPlaces, type LedgerPlaces } from './both-engines.ts'
import { readOperator, runOperator } from './run-operator.ts'

const dayMs = 86_400_000
/** Far after the end of every authorization. */
const allExpired = BigInt(Math.ceil((systemClock.now() + dayMs) / 1000))

describe.each(engines)('CLIENT_ADDRESS_DAYS on %s', (engine) => {
  let places: LedgerPlaces
  let sandbox: Sandbox
  beforeAll(async () => {
    places = await openLedgerPlaces(engine)
    sandbox = await sharedSandbox()
  })
  afterAll(async () => {
    await sandbox?.close()
    await places?.close()
  })

  const inDays = (days: number) => ({ now: () => systemClock.now() + days * dayMs })

  /** Sells twice, and moves both payments to the archive. */
  async function sell(service: Service, payer: ReturnType<typeof privateKeyToAccount>): Promise<void> {
    for (let sale = 0; sale < 2; sale++) expect((await pay(service.url, payer, { path: priceOfBitcoin })).status).toBe(200)
    const { rpc } = service.parts.chains.get('eip155:8453')!
    let archived = 0
    const archive = async () => {
      // A chain that nobody uses has no blocks, and no block becomes final.
      await rpc.call('anvil_mine', ['0x20'])
      archived += await service.parts.ledger.archive({ expiredBefore: allExpired, limit: 100 })
      return archived
    }
    await expect.poll(archive).toBe(2)
  }

  test('erases old client addresses by itself, those that are old enough and no others, and prune says so before', async () => {
    const env = await places.make()
    const payer = privateKeyToAccount(generatePrivateKey())
    await sandbox.world.fund(payer.address, '1')
    const first = await startInProcess({ env, sandbox })
    await sell(first, payer)
    await closeService(first)

    const addresses = async () => {
      const { payments } = JSON.parse((await runOperator(pruneCommand, env, '--payer', payer.address, '--show')).out)
      return payments.map(({ clientAddress }: { clientAddress: string }) => clientAddress)
    }
    const settings = { ...env, CLIENT_ADDRESS_DAYS: '3' }
    expect(await addresses()).toEqual(['127.0.0.1', '127.0.0.1'])
    const told = (await runOperator(pruneCommand, settings, '--dry-run')).out
    expect(told).toMatch(
      /client addresses of archived payments older than 3 days \(0\): .*the service blanks those older than 3 days by itself/,
    )
    expect((await runOperator(pruneCommand, env, '--dry-run')).out).toMatch(/older than 90 days \(0\): until farthing prune runs/)

    const runs = async ({ url }: Service) =>
      /^farthing_job_runs_total\{job="forget-clients",result="done"\} (\d+)$/m.exec(await (await fetch(`${url}/metrics`)).text())?.[1]
    const young = await startInProcess({ env: settings, sandbox, clock: inDays(2) })
    await expect.poll(() => runs(young)).toBe('1')
    expect(await addresses()).toEqual(['127.0.0.1', '127.0.0.1'])
    await closeService(young)

    const old = await startInProcess({ env: settings, sandbox, clock: inDays(4) })
    await expect.poll(addresses).toEqual(['', ''])
    await closeService(old)
    const { kept } = await readOperator(pruneCommand, settings, '--dry-run')
    expect(kept).toMatchObject({ archived: 2, oldClients: 0 })
  })
})
