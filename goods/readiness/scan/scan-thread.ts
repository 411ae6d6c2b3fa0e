import { serveThread } from '../../../src/goods/kit/worker-side.ts'
import { restore, type CarriedReading } from './carried-reading.ts'
import { scanSite, type ScanOrder } from './scan-site.ts'

/** A thread that reads and judges what sites sent, for `site-scanner.ts`, which asks the sites. */
serveThread((order: ScanOrder, ask) =>
  scanSite(order, async (url, request = {}) => {
    const carried = (await ask({ url, request })) as CarriedReading | undefined
    return restore(carried ?? { kind: 'failed', reason: 'budget' })
  }),
)
