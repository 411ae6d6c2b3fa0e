import type { About } from './about.ts'
import type { Charge, NodeMiddleware } from './charge.ts'

/** What a route costs: dollars, `free`, or a daily quota of free calls and dollars after it. */
export type Price = string | { readonly quota: string }

export interface FarthingOptions {
  /** Where callers reach this server, without a slash at the end: `https://api.example`. */
  readonly url: string
  /** Settings of the service by their names. The environment is read too, with `FARTHING_` in front of each name: `FARTHING_PAY_TO`. MODE=sandbox unless they say otherwise. */
  readonly settings?: Readonly<Record<string, string>>
  /** Lines that come with the service to be sold besides; none unless given. */
  readonly goods?: readonly string[]
}

/** A till inside of another server. */
export interface Farthing {
  /**
   * Charges a route of Hono, Express, Fastify or `node:http`. The handler behind it runs only for a call that is paid for or free; what it
   * answers is charged only where its status is 200 to 299 and its media type is the promised one.
   * @param price dollars (`0.01`), `free`, or a daily quota of free calls with the price after it (`{ quota: '0.01' }`)
   * @throws CatalogError for a route, an id or a price that can't be sold
   */
  charge(price: Price, about?: About): Charge
  /** What the till itself serves: documents for agents, receipts, the examples, MCP. 404 for anything else. */
  fetch(request: Request, env?: unknown): Promise<Response>
  /** The fetch handler of a host, with what the till serves where the host has nothing. Tools of MCP then call the host's routes. */
  handle(host: (request: Request, env?: unknown) => Response | Promise<Response>): (request: Request, env?: unknown) => Promise<Response>
  /** The same for Express: put it behind all routes. */
  readonly documents: NodeMiddleware
  /** Ends the till in order: payments first, the ledger last. */
  close(): Promise<void>
}
