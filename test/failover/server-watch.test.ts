import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createAnswerFiles } from '../../src/ledger/answers/answer-files.ts'
import { createLedger } from '../../src/ledger/create-ledger.ts'
import { instanceLeaseName } from '../../src/ledger/leases/ended-instances.ts'
import { createServerWatch } from '../../src/ledger/opening/watch-server.ts'
import { silentLog } from '../../src/shared/log.ts'
import { openPostgresStore, type PostgresStore } from '../../src/store/postgres/open-postgres-store.ts'
import { startPostgres } from '../../src/store/postgres/start-postgres.fixture.ts'
import { systemParts } from '../../src/store/postgres/store.fixture.ts'
import { openDatabasePair } from './database-pair.ts'
import { npmPrograms } from './postgres-programs.ts'

const answerFiles = createAnswerFiles(join(tmpdir(), 'no-answers'))

/** A process that uses the ledger of a database. */
async function open(url: string) {
  const losses: number[] = []
  const watch = createServerWatch({ log: silentLog })
  watch.onLoss((since) => void losses.push(since))
  const store = await openPostgresStore({ ...systemParts, url, onConnection: (connection) => watch.look(connection) })
  return { losses, watch, store, ledger: createLedger({ store, answerFiles }), look: () => lookAt(store, watch) }
}

const lookAt = (store: PostgresStore, watch: ReturnType<typeof createServerWatch>) =>
  store.onOneConnection((connection) => watch.look(connection))

test('a standby that takes over is noticed with the first connection, by later starts too, and the old primary is refused', async () => {
  await using pair = await openDatabasePair({ programs: npmPrograms(mkdtempSync(join(tmpdir(), 'farthing-programs-'))), synchronous: true })
  const service = await open(pair.url)
  const at = Date.now()
  await service.ledger.takeLease({ name: 'health', owner: 'here', until: at, now: at, force: true })
  await service.look()
  expect(service.losses).toEqual([])

  await pair.killPrimary()
  await pair.promote()
  // The connections that were open break first.
  while ((await service.look().catch((error: unknown) => error)) instanceof Error);
  // What was written before this moment is on the new server.
  expect(service.losses).toEqual([at])
  expect(await service.ledger.restoredFrom()).toBe(at)
  await service.look()
  expect(service.losses).toHaveLength(1)

  await pair.reviveOldPrimary()
  const later = await open(pair.url)
  await later.look()
  // It is noted in the ledger, so a start compares, and needs no listener.
  expect([later.losses, await later.ledger.restoredFrom()]).toEqual([[], at])
  await Promise.all([service.store.close(), later.store.close()])
})

test('a database that was put back on the same server is noticed by the lease, which is older than what was written', async () => {
  await using server = await startPostgres()
  const service = await open(await server.createDatabase())
  const [instance, until] = ['me', Date.now() + 10_000]
  const lease = (end: number) =>
    service.ledger.takeLease({ name: instanceLeaseName(instance), owner: instance, until: end, now: end - 10_000, force: true })
  await lease(until)
  service.watch.follow({ instance, until: () => until })
  await service.look()
  expect(service.losses).toEqual([])
  await lease(until - 3_000)
  await service.look()
  // The lease that is there was written ten seconds before its end.
  expect(service.losses).toEqual([until - 3_000 - 10_000])
  await service.look()
  expect(service.losses).toHaveLength(1)
  await service.store.close()
})
