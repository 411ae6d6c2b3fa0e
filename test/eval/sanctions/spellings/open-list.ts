import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startUpstreams } from '../../../../sandbox/upstreams/start-upstreams.ts'
import { systemClock, systemRandom, systemTimers } from '../../../../src/ops/system.ts'
import { silentLog } from '../../../../src/shared/log.ts'
import { silentMetrics } from '../../../../src/shared/metrics.ts'
import type { Sanctions } from '../../../../goods/screening/sanctions/sanctions.ts'
import { sanctionsOver } from '../../../../goods/screening/screening.fixture.ts'
import { everyStandIn } from '../../../../sandbox/upstreams/every-stand-in.ts'
import { createSources } from '../../../../src/sources/sources.ts'
import { openMemoryStore } from '../../../../src/store/sqlite/open-memory-store.ts'

/** The lists are long and the machine may be busy. */
const limits = { timeoutMs: 30_000, bulkTimeoutMs: 60_000, budgetMs: 60_000, attempts: { retries: 0, backoffMs: 1 } }

interface OpenList {
  readonly sanctions: Sanctions
  close(): Promise<void>
}

/** Serves a document at every path of a free port of loopback. */
async function serveXml(document: string): Promise<{ baseUrl: string; close(): Promise<void> }> {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/xml' })
    response.end(document)
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      })
    },
  }
}

/**
 * Screening as the service opens it: this document is the list of the UN, and the other lists are the sandbox's. All are read over
 * HTTP by the real adapters.
 * @throws Error if the list of the UN was not loaded, which means that the document is not in its format.
 */
export async function openList(unXml: string): Promise<OpenList> {
  const upstreams = await startUpstreams({ log: silentLog, served: await everyStandIn() })
  const un = await serveXml(unXml)
  const system = { clock: systemClock, timers: systemTimers, log: silentLog, metrics: silentMetrics }
  const store = openMemoryStore(system)
  const sources = createSources({
    baseUrls: { ...upstreams.baseUrls, 'un-sanctions': un.baseUrl },
    simulated: true,
    accepted: 'all',
    disabled: new Set(),
    limits,
    store,
    random: systemRandom,
    ...system,
  })
  const sanctions = sanctionsOver(sources, { clock: system.clock, store })
  const close = async () => {
    await sources.close()
    await store.close()
    await un.close()
    await upstreams.close()
  }
  await sanctions.load(new AbortController().signal)
  const missing = sanctions.lists().filter(({ version }) => version === null)
  if (missing.length > 0) {
    await close()
    throw new Error(`Not loaded: ${missing.map(({ name }) => name).join(', ')}. Is the file in the format of the UN?`)
  }
  return { sanctions, close }
}
