import { explorerOf } from '../../chain/networks.ts'
import { deskTokens } from '../../config/desk.ts'
import { lineOf } from '../../offers/line-of.ts'
import { createDeskApp } from '../../surfaces/desk/desk-app.ts'
import { createLockout } from '../../surfaces/desk/door/lockout.ts'
import { createOperatorTokens } from '../../surfaces/desk/door/operator-tokens.ts'
import { createSessions } from '../../surfaces/desk/door/sessions.ts'
import { basePath } from '../../surfaces/console/page-frame.ts'
import { serviceName } from '../../surfaces/discovery/service-facts.ts'
import { version } from '../../version.ts'
import type { ServiceParts } from '../build-service.ts'
import { adviceOf } from '../refusal-advice.ts'

/** How a request reaches the desk; the second value is what the server knows of the connection. */
export type DeskHandler = (request: Request, env?: unknown) => Response | Promise<Response>

/** The desk of the operator; null where OPERATOR_TOKEN is not set. */
export function openDesk(parts: ServiceParts): DeskHandler | null {
  const { config, desk, watch, ask, publicUrl, clock, random, log } = parts
  if (desk === null || watch === null || ask === null) return null
  const tokens = createOperatorTokens(deskTokens(config))
  const name = serviceName(parts.lines.service())
  const isApart = config.metricsPort !== null
  const app = createDeskApp({
    ask,
    wrong: watch.wrong,
    gas: parts.gasMoney,
    mutes: watch.mutes,
    switches: desk.switches,
    operating: parts.operating,
    refunds: parts.refunds,
    hooks: parts.hooks,
    prices: parts.priceChanges,
    reconcile: parts.reconcile,
    viewOfPayer: parts.viewOfPayer,
    networks: () =>
      [...parts.chains.values()].map(({ network: { id, name: words } }) => ({ id, name: words, heldBy: parts.settler.heldBy(id) })),
    explorerOf,
    offers: () => parts.catalog.listed.map((offer) => ({ id: offer.id, title: offer.title, line: lineOf(offer) })),
    adviceOf,
    ledger: parts.ledger,
    clock,
    tokens,
    lockout: createLockout(clock),
    sessions: createSessions({ rows: desk.sessions, tokens, random, clock }),
    clientKeys: parts.clientKeys,
    proxies: parts.proxies,
    // On a port of its own it is reached by that port's address, and not by the public one.
    frame: { base: isApart ? '' : basePath(publicUrl), name, playMoney: parts.playMoney },
    hosts: new Set(isApart ? [] : [new URL(publicUrl).host]),
    hasTls: !isApart && publicUrl.startsWith('https:'),
    timeZone: config.operatorTimeZone,
    version,
    log: log.child({ part: 'desk' }),
  })
  return (request, env) => app.fetch(request, env)
}

export function isOfDesk(path: string): boolean {
  return path === '/operator' || path.startsWith('/operator/') || path.startsWith('/operator?')
}
