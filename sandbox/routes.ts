import type { Hono } from 'hono'
import { readJsonBody } from '../src/surfaces/http/read-body.ts'
import { jsonResponse, refusalResponse } from '../src/surfaces/http/respond.ts'
import { Problem } from '../src/shared/problems.ts'
import { faucetAmount } from './faucet-amount.ts'
import { inhabitants } from './population/inhabitants.ts'
import type { World } from './world.ts'

const bodyLimits = { maxBytes: 4_096, limitRate: () => null }

/** What a person or a script needs to pay: the URLs of the chains, their USDC contracts, and a funded wallet. */
function describeWorld({ networks, payTo, payer, upstreams }: World, standIns: boolean): unknown {
  return {
    networks: networks.map(({ id, rpcUrl, usdc, name, version }) => ({ network: id, rpcUrl, usdc, name, version })),
    payer: { address: payer.address, privateKey: payer.privateKey },
    faucet: '/sandbox/faucet',
    payTo,
    playMoney: true,
    simulated: standIns,
    ...(standIns ? { population: '/sandbox/population', upstreams: Object.keys(upstreams).map((id) => `/sandbox/upstreams/${id}`) } : {}),
  }
}

async function member(request: Request, ...names: string[]): Promise<unknown[]> {
  const body = await readJsonBody(request, bodyLimits)
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem('invalid_input', 'The body must be a JSON object.', {
      field: 'body',
      expected: `an object with ${names.join(' and ')}`,
    })
  }
  return names.map((name) => (Object.hasOwn(body, name) ? (body as Record<string, unknown>)[name] : undefined))
}

/** Runs a handler, and answers with a problem if it throws one. */
async function answering(work: () => Promise<unknown>): Promise<Response> {
  try {
    return jsonResponse(await work())
  } catch (error) {
    if (error instanceof Problem) return refusalResponse(error)
    throw error
  }
}

/**
 * The routes that exist only in the sandbox: its description and the faucet. Where answers are made from its stand-ins, also its inhabitants
 * and the switches of the upstreams.
 */
export function sandboxRoutes(app: Hono, world: World, { standIns }: { readonly standIns: boolean }): void {
  app.get('/sandbox', () => jsonResponse(describeWorld(world, standIns)))
  app.post('/sandbox/faucet', (context) =>
    answering(async () => {
      const [wishedAddress, wishedUsdc] = await member(context.req.raw, 'address', 'usdc')
      const { address } = faucetAmount(wishedAddress, wishedUsdc)
      const usdc = String(wishedUsdc)
      await world.fund(address, usdc)
      return { address, usdc, balances: await world.balances(address) }
    }),
  )
  if (!standIns) return
  app.get('/sandbox/population', () =>
    jsonResponse({ inhabitants: world.agentOrigins === null ? [] : inhabitants, files: world.agentOrigins }),
  )
  app.get('/sandbox/upstreams', () => answering(async () => ({ upstreams: await world.switches.modes() })))
  app.post('/sandbox/upstreams/:id', (context) =>
    answering(async () => {
      const [mode] = await member(context.req.raw, 'mode')
      await world.switches.set(context.req.param('id'), mode)
      return { upstreams: await world.switches.modes() }
    }),
  )
}
