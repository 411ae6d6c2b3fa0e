import type { LineOfFile } from '../service/goods/load-goods.ts'
import type { OfferFiles } from './offer-files.ts'
import type { OpenSandbox } from './opened-sandbox.ts'

/** What commands use besides the till. It is handed in by `main.ts`, and loaded when it is asked for. */
export interface Entrances {
  readonly openSandbox: OpenSandbox
  readonly runDemo: (options: { readonly json: boolean }) => Promise<number>
  readonly lineOfFile: LineOfFile
  readonly offerFiles: () => Promise<OfferFiles>
}
