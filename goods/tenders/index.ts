import { goods } from '../../src/goods/door.ts'
import { euTenders } from './offer/tenders.ts'
import { ted } from './ted/ted.ts'

/** Public procurement: notices of tenders. */
export const tenders = goods({
  name: 'tenders',
  sources: { ted },
  standIns: async () => ({ ted: (await import('./sandbox/ted/ted.ts')).ted }),
  open: ({ sources, simulated }) => ({ offers: [euTenders(sources.ted, { simulated })] }),
})
