import type { RobotsTxt } from './robots-txt.ts'
import type { RawAnswer, SiteDocument } from './site-document.ts'

/** What MCP answered at one address. */
export interface McpFacts {
  readonly url: string
  /** Whether the site names this address itself; without that, an address that we guessed proves nothing by being empty. */
  readonly named: boolean
  readonly initialize: RawAnswer
  /** `server/discover`, which MCP 2026-07-28 has in place of the handshake. */
  readonly discover: RawAnswer
  /** Null where neither of them succeeded. */
  readonly list: RawAnswer | null
}

export interface SkillFacts {
  readonly index: SiteDocument
  /** The index where 0.1 had it; null where there is one in the new place. */
  readonly oldIndex: SiteDocument | null
  /** The first skill that is one file of this site; null where the index names none. */
  readonly first: { readonly entry: { readonly name: string; readonly digest: string }; readonly answer: RawAnswer } | null
}

/** All that a scan has read of a site. The checks judge these facts and ask nothing. */
export interface SiteFacts {
  /** Of the page that answered, such as https://www.example.com. */
  readonly origin: string
  readonly robots: { readonly document: SiteDocument; readonly rules: RobotsTxt | null }
  readonly home: SiteDocument
  /** The page again, as Markdown. */
  readonly markdown: SiteDocument
  /** A path that does not exist. */
  readonly missing: RawAnswer
  readonly llms: SiteDocument
  readonly sitemap: SiteDocument
  readonly openapi: SiteDocument
  readonly openapiYaml: SiteDocument | null
  readonly apiCatalog: SiteDocument
  readonly agentCard: SiteDocument
  /** The card where A2A before 0.3 had it; null where there is one in the new place. */
  readonly oldAgentCard: SiteDocument | null
  readonly mcp: McpFacts
  readonly skills: SkillFacts
  readonly protectedResource: SiteDocument
  /** Null where no protected resource names a server on this site. */
  readonly authorizationServer: SiteDocument | null
  readonly botKeys: SiteDocument
  readonly x402List: SiteDocument
  /** The address that is sold, and what it answered without a payment; null where the site names none. */
  readonly paid: { readonly url: string; readonly answer: RawAnswer } | null
}
