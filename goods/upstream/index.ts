import { readFile, stat } from 'node:fs/promises'
import { goods, secretFamily, userAgentOf, type AnyOffer, type Goods } from './door.ts'
import { faultText, type FileFault } from './file/file-fault.ts'
import type { OffersFile } from './file/offers-file.ts'
import { readOffersFile } from './file/read-offers-file.ts'
import { offersSchema } from './file/schema-document.ts'
import { createMcpServerState, type McpServerState } from './mcp/server-state.ts'
import { offerOf } from './offer-of.ts'
import { createUpstreamState, type UpstreamState, type UpstreamStateParts } from './upstream-state.ts'

/** Milliseconds between two looks at the file. */
const lookEveryMs = 2_000
const probeEveryMs = 15_000
/** Milliseconds for which the connections of an earlier file stay: longer than any call that began with it. */
const keptMs = 600_000

const secrets = secretFamily('UPSTREAM_SECRET_', 'Secrets for the headers and queries of upstreams, each under a name of its own.')

/** What is sold of one reading of the file. */
interface Sold {
  readonly file: OffersFile
  readonly upstreams: readonly UpstreamState[]
  readonly servers: readonly McpServerState[]
  /** Those of the file, and the tools that the servers have now. */
  offers(): readonly AnyOffer[]
  close(): Promise<void>
}

/** Any HTTP API, sold from a file of offers. The file is read again when it changes; while it is wrong, its earlier content stays in force. */
export function upstreamLine(path: string): Goods {
  return goods({
    name: 'upstream',
    packages: ['@modelcontextprotocol/client', 'ajv', 'yaml'],
    settings: { secrets },
    async open({ settings, timers, clock, log, publicUrl, replaceOffers }) {
      const secretOf = (name: string) => settings.secrets?.get(name) ?? null
      const parts: UpstreamStateParts = { timers, log, secretOf, userAgent: userAgentOf(publicUrl) }
      const first = await readFileOf(path, secretOf)
      if ('faults' in first) throw new Error(`OFFERS_FILE is wrong:\n${first.faults.map((fault) => faultText(path, fault)).join('\n')}`)
      let sold = sell(first.file, parts)
      await refreshServers(sold, new AbortController().signal)
      let seen = first.version
      let wrong: string | null = null
      const replaced: { readonly sold: Sold; readonly at: number }[] = []

      /** Reads the file where it has changed, and sells what it says. */
      async function look(signal: AbortSignal): Promise<void> {
        const version = await versionOf(path)
        if (version === seen) return
        seen = version
        const read = await readFileOf(path, secretOf)
        if ('faults' in read) return reportFaults(read.faults.map((fault) => faultText(path, fault)))
        const before = sold
        sold = sell(read.file, parts)
        try {
          await refreshServers(sold, signal)
          await replaceOffers(sold.offers())
          replaced.push({ sold: before, at: clock.now() })
          wrong = null
        } catch (error) {
          const refused = sold
          sold = before
          await refused.close()
          reportFaults([error instanceof Error ? error.message : 'it could not be sold'])
        }
      }

      function reportFaults(faults: readonly string[]): void {
        wrong = `OFFERS_FILE is wrong, and its earlier content stays in force: ${faults.join('; ')}`
        log.error({ file: path, faults }, 'OFFERS_FILE is wrong: its earlier content stays in force')
      }

      /** Ends the connections that no call can use any longer. */
      async function endReplaced(olderThanMs: number): Promise<void> {
        while (replaced[0] && clock.now() - replaced[0].at >= olderThanMs) await replaced.shift()!.sold.close()
      }

      return {
        offers: sold.offers(),
        get service() {
          return sold.file.service
        },
        files: [{ path: '/schemas/offers.json', contentType: 'application/schema+json', body: offersSchema() }],
        jobs: [
          {
            name: 'file',
            everyMs: lookEveryMs,
            for: 'each',
            run: async (signal) => {
              await look(signal)
              await endReplaced(keptMs)
            },
          },
          {
            name: 'mcp-servers',
            everyMs: probeEveryMs,
            for: 'each',
            run: async (signal) => {
              if (await refreshServers(sold, signal)) await replaceOffers(sold.offers())
            },
          },
          {
            name: 'health',
            everyMs: probeEveryMs,
            firstMs: 0,
            for: 'each',
            run: async (signal) => void (await Promise.all(sold.upstreams.map((one) => one.probe(signal)))),
          },
        ],
        checks: [
          {
            name: 'offers-file',
            run() {
              if (wrong !== null) throw new Error(wrong)
            },
          },
          {
            name: 'upstreams',
            run() {
              const faults = [...sold.upstreams, ...sold.servers].flatMap((one) => one.fault() ?? [])
              if (faults.length > 0) throw new Error(faults.join('; '))
            },
          },
        ],
        async close() {
          await endReplaced(0)
          await sold.close()
        },
      }
    },
  })
}

function sell(file: OffersFile, parts: UpstreamStateParts): Sold {
  const upstreams = Object.entries(file.upstreams).map(([name, settings]) => createUpstreamState(name, settings, parts))
  const byName = new Map(upstreams.map((one) => [one.name, one]))
  const offers = file.offers.map((row) => {
    const upstream = row.upstream === undefined ? upstreams[0] : byName.get(row.upstream)
    if (!upstream) throw new Error('the file was not checked')
    return offerOf(row, { ...parts, upstream })
  })
  const servers = Object.entries(file.mcpServers).map(([name, settings]) => createMcpServerState(name, settings, parts))
  return {
    file,
    upstreams,
    servers,
    offers: () => [...offers, ...servers.flatMap((server) => server.offers())],
    async close() {
      await Promise.all([...upstreams.map(({ connections }) => connections.close()), ...servers.map((server) => server.close())])
    },
  }
}

/** Asks all MCP servers for their tools; true where any has others than before. */
async function refreshServers({ servers }: Sold, signal: AbortSignal): Promise<boolean> {
  return (await Promise.all(servers.map((server) => server.refresh(signal)))).includes(true)
}

/** Changes whenever the file does, also where a link leads to another one, as in Kubernetes. */
async function versionOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => null)
  return found === null ? 'missing' : `${found.ino} ${found.size} ${found.mtimeMs}`
}

async function readFileOf(
  path: string,
  secretOf: (name: string) => string | null,
): Promise<{ readonly file: OffersFile; readonly version: string } | { readonly faults: readonly FileFault[] }> {
  const version = await versionOf(path)
  const text = await readFile(path, 'utf8').catch((error: unknown) => ({ code: (error as { code?: string }).code ?? 'unknown' }))
  if (typeof text !== 'string') return { faults: [{ at: '', message: `it can't be read (${text.code})`, line: null, column: null }] }
  const read = readOffersFile(text, { hasSecret: (name) => secretOf(name) !== null })
  return read.kind === 'read' ? { file: read.file, version } : { faults: read.faults }
}

export { offerFiles } from './offer-files.ts'
