import type { Hono } from 'hono'
import { createTurnQueue } from '../chain/follow/turn-queue.ts'
import { explorerOf } from '../chain/networks.ts'
import type { ServiceParts } from './build-service.ts'
import type { DeskHandler } from './desk/open-desk.ts'
import { bringsPayment } from '../payments/read-credential.ts'
import { legalAddresses, legalFactsOf } from './legal-facts.ts'
import { pageFactsOf } from '../surfaces/console/page-facts.ts'
import { termsPage } from '../surfaces/console/pages/terms-page.ts'
import { consoleRoutes } from '../surfaces/console/console-routes.ts'
import { legalRoutes } from '../surfaces/legal/legal-routes.ts'
import { discoveryRoutes } from '../surfaces/discovery/discovery-routes.ts'
import { serveDocument } from '../surfaces/discovery/serve-document.ts'
import { errorsRoutes } from '../surfaces/errors/errors-routes.ts'
import { examplesRoutes } from '../surfaces/examples/examples-routes.ts'
import { createHttp } from '../surfaces/http/create-http.ts'
import { createHttpFastPath, type HttpFastPath, type HttpFastPathParts } from '../surfaces/http/http-fast-path.ts'

import { commonHeaders } from '../surfaces/http/headers.ts'
import { operationsRoutes } from '../surfaces/http/operations-routes.ts'
import { doctorEchoRoute } from '../surfaces/http/doctor-echo-route.ts'
import { statusRoute } from '../surfaces/http/status-route.ts'
import { mcpRoutes } from '../surfaces/mcp/mcp-routes.ts'
import { mppSecretsOf } from './mpp-secrets.ts'
import { readCheck } from './open-health.ts'
import { version } from '../version.ts'

/** The fast path for plain calls of offers; the app takes all other requests. */
export function createFastPath(parts: ServiceParts): HttpFastPath {
  return createHttpFastPath(offerCallParts(parts))
}

/**
 * Puts the parts together into one fetch handler. Opens no socket: tests call it directly.
 * @param desk the desk of the operator, where it is served with the rest
 */
export function createApp(parts: ServiceParts, desk: DeskHandler | null = null): Hono {
  return createHttp({
    ...offerCallParts(parts),
    ledger: parts.ledger,
    owedPayments: parts.owedPayments,
    missingSetting: parts.missingSetting,
    page: pageOf(parts),
    extraRoutes: (app) => {
      if (desk) for (const path of ['/operator', '/operator/*']) app.all(path, ({ req, env }) => desk(req.raw, env))
      operationsRoutes(app, parts)
      doctorEchoRoute(app, {
        ...parts,
        markSecrets: mppSecretsOf(parts.config, parts.random),
        maxBodyBytes: parts.config.maxBodyBytes,
        version,
      })
      statusRoute(app, {
        page: pageOf(parts),
        history: parts.statusHistory,
        clock: parts.clock,
        health: parts.health,
        networks: [...parts.chains.values()].map(({ network: { id, name } }) => ({ id, name })),
        heldBy: (network) => parts.settler.heldBy(network),
        sources: () => parts.sources.state(),
        indexes: () => parts.lines.indexes(),
        earlyAnswers: () => (parts.earlyAnswers.inUse ? parts.earlyAnswers.status() : undefined),
        prices: () => parts.priceChanges.standing(),
        credits: () => (parts.creditReport.inUse ? parts.creditReport.status() : undefined),
        simulated: parts.simulatedData,
        playMoney: parts.playMoney,
        readNetworks: readNetworksOf(parts),
      })
      const facts = {
        ...parts.lines.service(),
        offers: parts.catalog.offers,
        networks: networksOf(parts),
        payTo: parts.payTo,
        publicUrl: parts.publicUrl,
        freeCallsPerDay: parts.config.freeQuotaPerDay,
        simulated: parts.simulatedData,
        playMoney: parts.playMoney,
        version,
        contacts: parts.config.contacts,
        legal: legalAddresses(parts),
        ownershipProofs: parts.ownershipProofs,
        identities: parts.config.identities,
      }
      const payingNetwork = payingNetworkOf(parts)
      const pause = createTurnQueue(parts.timers)
      discoveryRoutes(app, facts, parts.clock, pause)
      serveDocument(app, '/.well-known/jwks.json', { contentType: 'application/jwk-set+json', body: JSON.stringify(parts.statementKeys) })
      consoleRoutes(app, { ...facts, payingNetwork }, pause)
      errorsRoutes(app, parts.catalog.all, pageOf(parts))
      legalRoutes(app, legalFactsOf(parts), pageOf(parts))
      mcpRoutes(app, { ...parts, facts, withdrawn: parts.catalog.withdrawn, maxBodyBytes: parts.config.maxBodyBytes })
      examplesRoutes(app, {
        offers: parts.catalog.offers,
        network: payingNetwork,
        page: pageOf(parts),
        baseUrl: parts.publicUrl,
        freeCallsPerDay: parts.config.freeQuotaPerDay,
        sandbox: parts.playMoney,
      })
      for (const { path, contentType, body } of parts.lines.files)
        app.get(path, () => new Response(body, { headers: { ...commonHeaders, 'Content-Type': contentType } }))
      parts.extraRoutes?.(app)
    },
  })
}

function pageOf(parts: ServiceParts) {
  const { lines, publicUrl, playMoney } = parts
  const facts = pageFactsOf({ ...lines.service(), publicUrl, playMoney, legal: legalAddresses(parts), networks: networksOf(parts) })
  return { ...facts, explorerOf }
}

function networksOf({ chains, settler }: ServiceParts) {
  return [...chains.values()].map(({ network: { id, name, asset } }) => ({ id, name, asset, settles: settler.networks.has(id) }))
}

/** The network that examples pay on; null where the service settles nothing. */
function payingNetworkOf({ chains, settler }: ServiceParts) {
  return [...chains.values()].find(({ network }) => settler.networks.has(network.id))?.network ?? null
}

/** The networks that are only read. */
function readNetworksOf({ chains, dataChains }: ServiceParts) {
  if (dataChains === chains) return []
  return [...dataChains.values()].map(({ network: { id, name } }) => ({ id, name, check: readCheck(id) }))
}

function offerCallParts(parts: ServiceParts): HttpFastPathParts {
  const paying = {
    publicUrl: parts.publicUrl,
    playMoney: parts.playMoney,
    freeCallsPerDay: parts.config.freeQuotaPerDay,
    networks: networksOf(parts),
    payingNetwork: payingNetworkOf(parts),
    payTo: parts.payTo,
  }
  return {
    termsPage: (call) => termsPage(call, pageOf(parts), paying),
    catalog: parts.catalog,
    gate: parts.gate,
    challenges: parts.challenges,
    publicUrl: parts.publicUrl,
    readCredential: parts.readCredential,
    bringsPayment,
    clientKeys: parts.clientKeys,
    proxies: parts.proxies,
    maxBodyBytes: parts.config.maxBodyBytes,
    hostname: new URL(parts.publicUrl).hostname,
    clock: parts.clock,
    log: parts.log,
  }
}
