import { goods } from '../../src/goods/door.ts'
import { nobodyScreens, type ScreeningPort, type TrustPort } from '../../src/goods/kit/ports.ts'
import { check402 } from './check-402/check-402.ts'
import { paymentTerms } from './payment-terms/payment-terms.ts'
import { agentReadiness } from './scan/agent-readiness.ts'

/** What sellers show to agents: the check of a 402 before it is paid, and the scan of a site. */
export const readiness = goods({
  name: 'readiness',
  packages: ['lru-cache'],
  uses: ['screening', 'trust'],
  provides: ['payment-terms'],
  // In a sandbox the sites that it reads are the sandbox's.
  standIns: () => ({}),
  open({ ports, siteVisits: sites, simulated }) {
    const screening = (ports['screening'] as ScreeningPort | undefined) ?? nobodyScreens
    const trust = (ports['trust'] as TrustPort | undefined) ?? null
    return {
      offers: [check402({ screening, trust, sites, simulated }), agentReadiness({ sites, simulated })],
      ports: { 'payment-terms': paymentTerms },
    }
  },
})
