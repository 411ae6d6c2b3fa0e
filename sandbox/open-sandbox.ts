import { fileURLToPath } from 'node:url'
import type { OpenedSandbox, OpenSandbox } from '../src/commands/opened-sandbox.ts'
import { joinUpstreams, openLineStandIns, standInsOfLines } from './line-stand-ins.ts'
import { inhabitantLabels } from './population/inhabitant-labels.ts'
import { standInWorld } from './stand-in-world.ts'
import { sandboxRoutes } from './routes.ts'
import { openSites } from './sites/open-sites.ts'
import { attachWorld, startWorld, type World } from './world.ts'

export interface Sandbox extends OpenedSandbox {
  readonly world: World
  /** Gives a server on loopback the name of a site on the web, such as `shop.example`. */
  addSite(host: string, origin: string): void
}

/** Starts a world, or joins the running one whose world.json is named, and returns it in the form that the service needs. */
export async function openSandbox(asked: Parameters<OpenSandbox>[0]): Promise<Sandbox> {
  const { directory, world: file, blockMs, networks, log, standIns: make = null } = asked
  const standIns = (await make?.(standInWorld)) ?? {}
  const started =
    file === null
      ? await startWorld({
          directory,
          blockMs,
          log,
          population: true,
          lineStandIns: standInsOfLines(standIns),
          ...(networks ? { networks: networks.map(({ id }) => id) } : {}),
        })
      : await attachWorld(file)
  const lines = await openLineStandIns(standIns, started.upstreams, log)
  const { baseUrls: upstreams, switches } = joinUpstreams({ baseUrls: started.upstreams, switches: started.switches }, lines)
  const world = { ...started, upstreams, switches }
  const places = new Set(Object.values(world.agentOrigins ?? {}).map((origin: string) => new URL(origin).host))
  const sites = new Map<string, string>()
  const addSite = (host: string, origin: string) => {
    places.add(new URL(origin).host)
    sites.set(host, origin)
  }
  const served = await openSites()
  for (const { host, origin } of served) addSite(host, origin)
  return {
    world,
    addSite,
    endpoints: world.networks.map((network) => ({ network: network.id, urls: [network.rpcUrl] })),
    upstreams: world.upstreams,
    places,
    sites,
    standIns: new Map(Object.entries(world.photographedSites)),
    labels: inhabitantLabels(),
    confirmedOperators: fileURLToPath(new URL('./confirmed-operators.json', import.meta.url)),
    payTo: world.payTo,
    signerKeys: world.signerKeys,
    payer: world.payer,
    file: world.file,
    admits: (payer) => world.isFunded(payer),
    routes: (app, options) => sandboxRoutes(app, world, options),
    close: async () => void (await Promise.all([world.close(), lines?.close(), ...served.map((site) => site.close())])),
  }
}
