import { fileURLToPath } from 'node:url'
import type { OpenedSandbox, OpenSandbox } from '../src/commands/opened-sandbox.ts'
import { inhabitantLabels } from './population/inhabitant-labels.ts'
import { sandboxRoutes } from './routes.ts'
import { attachWorld, startWorld, type World } from './world.ts'

export interface Sandbox extends OpenedSandbox {
  readonly world: World
}

/** Starts a world, or joins the running one whose world.json is named, and returns it in the form that the service needs. */
export async function openSandbox({ directory, world: file, blockMs, log }: Parameters<OpenSandbox>[0]): Promise<Sandbox> {
  const world = file === null ? await startWorld({ directory, blockMs, log, population: true }) : await attachWorld(file)
  return {
    world,
    endpoints: world.networks.map((network) => ({ network: network.id, urls: [network.rpcUrl] })),
    upstreams: world.upstreams,
    places: new Set(Object.values(world.agentOrigins ?? {}).map((origin: string) => new URL(origin).host)),
    labels: inhabitantLabels(),
    confirmedOperators: fileURLToPath(new URL('./confirmed-operators.json', import.meta.url)),
    payTo: world.payTo,
    signerKeys: world.signerKeys,
    payer: world.payer,
    file: world.file,
    admits: (payer) => world.isFunded(payer),
    routes: (app) => sandboxRoutes(app, world),
    close: () => world.close(),
  }
}
