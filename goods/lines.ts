import type { OwnLines } from '../src/goods/door.ts'

/** The line that sells what a file of offers says. */
export const lineOfFile = async (path: string) => (await import('./upstream/index.ts')).upstreamLine(path)

/** What commands do with files of offers. */
export const offerFiles = async () => (await import('./upstream/index.ts')).offerFiles

/**
 * The lines that come with the service, in the order of all documents; GOODS names them. Each is loaded only where it is sold.
 */
export const lines: OwnLines = {
  market: async () => (await import('./market/index.ts')).market,
  data: async () => (await import('./data/index.ts')).data,
  screening: async () => (await import('./screening/index.ts')).screening,
  companies: async () => (await import('./companies/index.ts')).companies,
  tenders: async () => (await import('./tenders/index.ts')).tenders,
  utilities: async () => (await import('./utilities/index.ts')).utilities,
  readiness: async () => (await import('./readiness/index.ts')).readiness,
  onchain: async () => (await import('./onchain/index.ts')).onchain,
  rendering: async () => (await import('./rendering/index.ts')).rendering,
  text: async () => (await import('./text/index.ts')).text,
  'code-review': async () => (await import('./code-review/index.ts')).codeReviewLine,
}
