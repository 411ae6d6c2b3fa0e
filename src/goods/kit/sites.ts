/** Visits to sites of outsiders, through the guarded proxy, for lines of goods. */
export { checkTarget } from '../../net/check-target.ts'
export { FetchFailed, fetchFailures } from '../../net/fetch-failed.ts'
export { openGuardedProxy, type GuardedProxy, type GuardedProxyParts, type ProxyRefusal } from '../../net/guarded-proxy.ts'
export type { ReachedLimit } from '../../net/page-allowance.ts'
export { listenProgram, receiveNetwork, type PrivateNetwork } from '../../net/private-network.ts'
export { siteLimitWords } from '../../net/proxy-connections.ts'
export type { SiteAnswer, SiteReading, SiteRequest, SiteVisit, SiteVisits } from '../../sources/sites/site-visits.ts'
export { createSiteLimits, zoneOf, type SiteLimits } from '../../net/site-limits.ts'
