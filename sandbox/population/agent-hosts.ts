import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostedFile, type AgentOrigins } from './agent-files.ts'

export interface AgentHosts {
  readonly origins: AgentOrigins
  close(): Promise<void>
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (port === 0 || (error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    return await listen(server, 0)
  }
  return (server.address() as AddressInfo).port
}

function portOf(origin: string | undefined): number {
  return origin === undefined ? 0 : Number(new URL(origin).port)
}

/** Serves the agents' files on loopback, on the earlier ports if they are free. */
export async function openAgentHosts(before: AgentOrigins | null): Promise<AgentHosts> {
  const sites = ['shop', 'bazaar'] as const
  const origins: Record<string, string> = {}
  const servers = sites.map((site) =>
    createServer((request, response) => {
      const { status, headers, body } = hostedFile(site, request.url ?? '/', origins as unknown as AgentOrigins)
      response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
    }),
  )
  for (const [index, site] of sites.entries()) {
    origins[site] = `http://127.0.0.1:${await listen(servers[index] ?? createServer(), portOf(before?.[site]))}`
  }
  return {
    origins: origins as unknown as AgentOrigins,
    async close() {
      await Promise.all(
        servers.map(async (server) => {
          const closed = once(server, 'close')
          server.close()
          server.closeAllConnections()
          await closed
        }),
      )
    },
  }
}
