import { averageSite, hostileSite, singlePageSite } from './other-sites.ts'
import { perfectSite } from './perfect-site.ts'
import { serveSite, type ServedSite } from './serve-site.ts'

/** The sites of the sandbox, for scans. */
export async function openSites(): Promise<readonly ServedSite[]> {
  return Promise.all([perfectSite, averageSite, singlePageSite, hostileSite].map(serveSite))
}
