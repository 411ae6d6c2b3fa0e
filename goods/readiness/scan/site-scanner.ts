import type { SiteVisit } from '../../../src/goods/kit/sites.ts'
import { createThread, type Thread, ThreadEnded } from '../../../src/goods/kit/workers.ts'
import { carry, type CarriedRequest } from './carried-reading.ts'
import type { ScannedSite, ScanOrder } from './scan-site.ts'

/** Scans a site on a thread; the requests are made here. @param open a visit for a scan, and another one where it has to be done again */
export type ScanOnThread = (order: ScanOrder, open: () => SiteVisit, signal: AbortSignal) => Promise<ScannedSite & { requestCount: number }>

const maxHeapMb = 256

export function createSiteScanner(thread: Thread = createThread(new URL('scan-thread.ts', import.meta.url), maxHeapMb)): ScanOnThread {
  async function scan(order: ScanOrder, visit: SiteVisit, signal: AbortSignal): Promise<ScannedSite & { requestCount: number }> {
    try {
      const answer = async (about: unknown) => {
        const { url, request } = about as CarriedRequest
        return carry(await visit.get(url, request))
      }
      const scanned = (await thread.run({ input: order, signal, answer })) as ScannedSite
      return { ...scanned, requestCount: visit.requests() }
    } finally {
      visit.close()
    }
  }

  return async (order, open, signal) => {
    try {
      return await scan(order, open(), signal)
    } catch (error) {
      // Another site kept the thread, which was ended for it.
      if (!(error instanceof ThreadEnded)) throw error
      return scan(order, open(), signal)
    }
  }
}
