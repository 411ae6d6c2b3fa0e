import { goods } from '../../src/goods/door.ts'
import type { ScreeningPort } from '../../src/goods/kit/ports.ts'
import { riskBatch } from './offers/risk-batch.ts'
import { risk } from './offers/risk.ts'
import { unListViaEuUk } from './sanctions/un-list-via-eu-uk.ts'
import { euSanctions } from './sanctions/eu-sanctions.ts'
import { listSources } from './sanctions/list-sources.ts'
import { ofac } from './sanctions/ofac.ts'
import { createSanctions } from './sanctions/sanctions.ts'
import { ukSanctions } from './sanctions/uk-sanctions.ts'
import { unSanctions } from './sanctions/un-sanctions.ts'

/** Screening of names, numbers and addresses against the lists of sanctions, for callers, other lines and the till. */
export const screening = goods({
  name: 'screening',
  packages: ['lru-cache', '@noble/hashes', 'yauzl'],
  sources: { ofac, euSanctions, unSanctions, ukSanctions },
  provides: ['screening'],
  standIns: async () => (await import('./sandbox/stand-ins.ts')).standIns,
  open({ sources, stores: { local: store }, simulated, described, clock, timers, log }) {
    const sanctions = createSanctions({
      lists: [sources.ofac.sdn, sources.ofac.consolidated, sources.euSanctions.list, sources.unSanctions.list, sources.ukSanctions.list],
      echoed: unListViaEuUk(simulated),
      store,
      simulated,
      clock,
      timers,
      log,
    })
    const single = risk(sanctions, { simulated, described })
    return {
      offers: [single, riskBatch(single, { simulated })],
      jobs: [
        { name: 'load', everyMs: 60_000, firstMs: 0, for: 'store', run: sanctions.load },
        // Each process takes over what another one loaded.
        { name: 'follow', everyMs: 60_000, for: 'each', run: sanctions.follow },
      ],
      ports: { screening: { ...sanctions, sources: listSources } satisfies ScreeningPort },
    }
  },
})
