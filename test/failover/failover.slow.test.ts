import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryWorld } from '../../sandbox/tests/temporary-world.ts'
import type { World } from '../../sandbox/world.ts'
import type { Service } from '../../src/service/start-service.ts'
import type { Hex } from '../../src/shared/bytes.ts'
import { closeService, startInProcess } from '../service-in-process.ts'
import { openDatabasePair } from './database-pair.ts'
import { debianPrograms, npmPrograms } from './postgres-programs.ts'
import { runFailover, type FailoverResult } from './run-failover.ts'

const runs = Number(process.env['FAILOVER_RUNS'] ?? '1')
const payers = Number(process.env['FAILOVER_PAYERS'] ?? '8')
const kinds = (process.env['FAILOVER_KINDS'] ?? 'asynchronous,synchronous').split(',')

const root = mkdtempSync(join(tmpdir(), 'farthing-failover-run-'))
const debian = debianPrograms()
if (debian === null) process.stdout.write("Debian's PostgreSQL is not installed (apt-get install postgresql): the one of npm is used.\n")
const programs = debian ?? npmPrograms(mkdtempSync(join(tmpdir(), 'farthing-failover-npm-')))

let world: World
beforeAll(async () => {
  world = await temporaryWorld({ networks: ['eip155:8453'], blockMs: 500 })
})
afterAll(async () => {
  await world?.close()
  rmSync(root, { recursive: true, force: true })
})

let count = 0

async function fail(synchronous: boolean): Promise<FailoverResult> {
  count += 1
  await using pair = await openDatabasePair({ programs, synchronous })
  const payTo: Hex = `0x${count.toString(16).padStart(40, 'a')}`
  const services: Service[] = []
  for (const name of ['one', 'two']) {
    services.push(
      await startInProcess({
        env: {
          DATA_DIR: join(root, `${count}-${name}`),
          DATABASE_URL: pair.url,
          MPP_SECRET: 'the-same-for-all-of-the-instances',
          MODE: 'live',
          PUBLIC_URL: 'https://api.example.com',
          PAY_TO: payTo,
          SIGNER_KEY: world.signerKeys[0]!,
          RPC_URL_BASE: world.networks[0]!.rpcUrl,
          GAS_COIN_CEILINGS: 'ETH=0.01',
          SOURCES_DISABLED: 'cisa-kev,cisa-kev-github,ofac',
          INDEX_POOLS: 'none',
          QR_CODE_PRICE: '0.03',
          TRUSTED_PROXIES: '127.0.0.1,::1',
          ANSWER_WITHIN_SECONDS: '10',
          DRAIN_SECONDS: '0',
        },
        sandbox: null,
      }),
    )
  }
  try {
    const lostMs = synchronous ? null : 3_000
    return await runFailover({ world, pair, services, payTo, payers, lostMs, promoteAfterMs: 1_000, afterMs: 7_000 })
  } finally {
    for (const service of services) await closeService(service)
  }
}

describe.each(kinds)(`the %s standby of ${programs.name} takes over in the middle of sales`, (kind) => {
  test(`${runs} times: every payment is answered once it is sent again, and nobody else gets an answer`, async () => {
    const results: FailoverResult[] = []
    for (let run = 1; run <= runs; run += 1) {
      const result = await fail(kind === 'synchronous')
      results.push(result)
      const row = Object.entries(result).map(([name, value]) => `${name} ${String(value)}`)
      process.stdout.write(`${kind} ${run}: ${row.join(', ')}\n`)
    }
    for (const result of results) expect(result).toMatchObject({ difference: 0n, unanswered: 0, toldToPayAgain: 0, strangersServed: 0 })
  })
})
