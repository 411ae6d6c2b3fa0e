import { Agent } from 'undici'
import { exchange, type ExchangeRequest, type HttpAnswer } from '../net/exchange.ts'
import type { Timers } from '../shared/clock.ts'

/** Sends one request to a service that its user named; redirects are not followed, so that no payment goes where it was not meant to. */
export type SendRequest = (url: URL, request: ExchangeRequest) => Promise<HttpAnswer>

export interface Sender {
  /** @throws UpstreamUnreachable when no answer came, UpstreamGarbage when it was larger than it may be. */
  readonly send: SendRequest
  close(): Promise<void>
}

export function createSender(timers: Timers): Sender {
  // Challenges of services with many ways of paying are long.
  const agent = new Agent({ connect: { timeout: 10_000 }, maxHeaderSize: 65_536 })
  return {
    send: (url, request) => exchange(agent, timers, url, request),
    close: () => agent.destroy(),
  }
}
