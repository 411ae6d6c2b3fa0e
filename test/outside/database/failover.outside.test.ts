import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { temporaryWorld } from '../../../sandbox/tests/temporary-world.ts'
import type { World } from '../../../sandbox/world.ts'
import type { Service } from '../../../src/service/start-service.ts'
import type { Hex } from '../../../src/shared/bytes.ts'
import { openDatabasePair, type DatabasePair } from '../../failover/database-pair.ts'
import { closeService, startInProcess } from '../../service-in-process.ts'
import { describeWith } from '../needs.ts'
import { liveSettings } from './live-service.ts'
import { runFailover, type FailoverResult, type FailoverTimes } from './run-failover.ts'
import { newerPooler, postgresName, postgresNeeds, postgresPrograms } from './servers-of-run.ts'
import { startPgBouncer } from './start-servers.ts'

/** With FAILOVER_RUNS the sales take as long as for the table in `docs/operate/failover.md`. */
const { FAILOVER_RUNS: given, FAILOVER_PAYERS: payers = '8' } = process.env
const runs = Number(given ?? '1')
const times: FailoverTimes = given
  ? { beforeMs: 4_000, lostMs: 3_000, promoteAfterMs: 1_000, afterMs: 7_000 }
  : { beforeMs: 1_000, lostMs: 1_000, promoteAfterMs: 500, afterMs: 1_000 }

interface Kind {
  readonly synchronous: boolean
  readonly pooled: boolean
}

const kinds: readonly Kind[] = [
  { synchronous: false, pooled: false },
  { synchronous: true, pooled: false },
  { synchronous: false, pooled: true },
]

let root: string
let world: World
let count = 0

/** A pair behind a pooler, which is led to the standby when that is promoted. */
async function throughPooler(pair: DatabasePair): Promise<DatabasePair> {
  const pooler = await startPgBouncer(newerPooler.command(), pair.primaryPort)
  return {
    ...pair,
    url: `postgres://farthing@127.0.0.1:${pooler.port}/ledger`,
    async promote() {
      await pair.promote()
      pooler.leadTo(pair.standbyPort)
    },
    async [Symbol.asyncDispose]() {
      await pooler[Symbol.asyncDispose]()
      await pair[Symbol.asyncDispose]()
    },
  }
}

async function fail({ synchronous, pooled }: Kind): Promise<FailoverResult> {
  count += 1
  const direct = await openDatabasePair({ programs: postgresPrograms(), synchronous })
  await using pair = pooled ? await throughPooler(direct) : direct
  const payTo: Hex = `0x${count.toString(16).padStart(40, 'a')}`
  const services: Service[] = []
  for (const name of ['one', 'two']) {
    const env = { ...liveSettings(world, { DATABASE_URL: pair.url, PAY_TO: payTo }), DATA_DIR: join(root, `${count}-${name}`) }
    services.push(await startInProcess({ env, sandbox: null }))
  }
  try {
    return await runFailover({ world, pair, services, payTo, payers: Number(payers), losesCommits: !synchronous, times })
  } finally {
    for (const service of services) await closeService(service)
  }
}

for (const kind of kinds) {
  const name = `${kind.synchronous ? 'a synchronous' : 'an asynchronous'} standby of ${postgresName}${kind.pooled ? ', behind a pooler,' : ''}`
  await describeWith([...postgresNeeds, ...(kind.pooled ? newerPooler.needs : [])], `${name} takes over in the middle of sales`, () => {
    beforeAll(async () => {
      root = mkdtempSync(join(tmpdir(), 'farthing-failover-run-'))
      world = await temporaryWorld({ networks: ['eip155:8453'], blockMs: 500 })
    })
    afterAll(async () => {
      await world?.close()
      rmSync(root, { recursive: true, force: true })
    })

    test(
      `${runs} times: every payment is answered once it is sent again, and nobody else gets an answer`,
      async () => {
        const results: FailoverResult[] = []
        for (let run = 1; run <= runs; run += 1) {
          const result = await fail(kind)
          results.push(result)
          const row = Object.entries(result).map(([figure, value]) => `${figure} ${String(value)}`)
          process.stdout.write(`${name} ${run}: ${row.join(', ')}\n`)
        }
        for (const result of results) {
          expect(result).toMatchObject({ difference: 0n, unanswered: 0, toldToPayAgain: 0, strangersServed: 0 })
          expect(result.takenIn > 0).toBe(!kind.synchronous)
        }
      },
      runs * 600_000,
    )
  })
}
