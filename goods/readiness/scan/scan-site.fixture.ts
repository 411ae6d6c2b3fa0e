import { expect, onTestFinished } from 'vitest'
import { serveSite, type ServedSite } from '../../../sandbox/sites/serve-site.ts'
import type { Site } from '../../../sandbox/sites/site.ts'
import { createGuardedFetch } from '../../../src/net/guarded-fetch.ts'
import type { OfferContext } from '../../../src/offers/offer.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { ourselves } from '../../../src/shared/caller.ts'
import type { Timers } from '../../../src/shared/clock.ts'
import { silentLog, type Log } from '../../../src/shared/log.ts'
import { createSiteVisits } from '../../../src/sources/sites/site-visits.ts'
import type { Sources } from '../../../src/sources/sources.ts'
import { agentReadiness } from './agent-readiness.ts'
import { readinessAnswer, type ReadinessBody } from './readiness-answer.ts'

export interface Scanned {
  readonly body: ReadinessBody
  readonly charge: boolean
  readonly served: ServedSite
}

interface Asked {
  readonly format?: 'markdown' | undefined
  readonly url?: string
  readonly timers?: Timers
  readonly log?: Log
}

/** Serves a site, and scans it, or what is asked in its place. */
export async function scan(site: Site, { url = site.host, ...asked }: Asked = {}): Promise<Scanned> {
  const served = await serveSite(site)
  onTestFinished(() => served.close())
  return { ...(await scanServed(served, { ...asked, url })), served }
}

export async function scanServed(
  served: Pick<ServedSite, 'host' | 'origin'>,
  { format, url = served.host, timers = systemTimers, log = silentLog }: Asked = {},
): Promise<Omit<Scanned, 'served'>> {
  const fetch = createGuardedFetch(
    { contactUrl: 'https://farthing.example', allowedEndpoints: new Set([new URL(served.origin).host]) },
    { timers },
  )
  const sandboxSites = new Map([[served.host, served.origin]])
  const sites = createSiteVisits({ fetch, clock: systemClock, timers, sandboxSites })
  const context: OfferContext = {
    sources: {} as Sources,
    chains: new Map(),
    clock: systemClock,
    caller: ourselves,
    takeFreeUnit: async () => true,
    signal: new AbortController().signal,
    log,
    catalog: { offers: [] },
    publicUrl: 'https://farthing.example',
  }
  const { body, charge } = await agentReadiness({ sites, simulated: true }).run({ path: {}, query: { url, format }, body: {} }, context)
  expect(readinessAnswer.safeParse(body).error).toBeUndefined()
  return { body, charge }
}
