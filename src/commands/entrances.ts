import type { OwnLines } from '../goods/goods.ts'
import type { LineOfFile } from '../service/goods/load-goods.ts'
import type { OfferFiles } from './offer-files.ts'
import type { OpenSandbox } from './opened-sandbox.ts'

/** What the program hands to its commands, since nothing in `src` reaches the sandbox and the lines of goods. */
export interface Entrances {
  readonly openSandbox: OpenSandbox
  readonly runDemo: (options: { readonly json: boolean }) => Promise<number>
  /** The lines that come with the service. */
  readonly ownLines: () => Promise<OwnLines>
  readonly lineOfFile: LineOfFile
  readonly offerFiles: () => Promise<OfferFiles>
}
