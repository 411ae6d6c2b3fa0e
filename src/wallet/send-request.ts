import { Agent } from 'undici'
import { exchange, type ExchangeRequest, type UpstreamResponse } from '../net/exchange.ts'
import { UpstreamError } from '../net/upstream-errors.ts'
import type { Timers } from '../shared/clock.ts'

/** Sends one request to a service that its user named. It follows no redirect, so that no payment goes to another address. */
export type SendRequest = (url: URL, request: ExchangeRequest) => Promise<UpstreamResponse>

/** Whether a request failed because the service gave no usable answer; the message says why and quotes nothing of it. */
export function isUnanswered(error: unknown): error is Error {
  return error instanceof UpstreamError
}

export interface Sender {
  /** @throws UpstreamUnreachable when no answer came, UpstreamGarbage when it was too large */
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
