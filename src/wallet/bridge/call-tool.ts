import { UpstreamError } from '../../net/upstream-errors.ts'
import { canonicalJson } from '../../shared/canonical-json.ts'
import { sha256 } from '../../shared/sha256.ts'
import { createSingleFlight } from '../../shared/single-flight.ts'
import { PaymentDeclined } from '../payment-declined.ts'
import { createBuyer } from './buy-call.ts'
import { termsIn } from './tool-terms.ts'
import { ServerUnreachable, type Json } from './tool-server.ts'
import type { ToolParams, WalletParts, WalletSettings } from './wallet-parts.ts'
import * as words from './words.ts'

/** Forwards tool calls, and pays for those that ask for it. Throws only the MCP errors that the service answers. */
export function createCallTool(settings: WalletSettings, parts: WalletParts): (params: ToolParams) => Promise<Json> {
  const { server, book } = parts
  const { buy, resend } = createBuyer(settings, parts)
  /** The same call, made again while it is under way in this process, gets the same answer for one payment. */
  const once = createSingleFlight<string, Json>()

  async function payCall(call: string, params: ToolParams): Promise<Json> {
    try {
      const open = book.open(call)
      return (open && (await resend(open, params))) ?? (await askAndPay(call, params))
    } catch (error) {
      if (error instanceof PaymentDeclined) return words.errorResult(words.declined(error), error.code)
      if (!(error instanceof ServerUnreachable) && !(error instanceof UpstreamError)) throw error
      const open = book.open(call)
      return open ? words.errorResult(words.unknownOutcome(open, error.message), 'open') : unreachable(error)
    }
  }

  async function askAndPay(call: string, params: ToolParams): Promise<Json> {
    const result = await server.request('tools/call', params)
    const terms = termsIn(result)
    return terms ? buy(call, params, terms) : result
  }

  function unreachable(error: Error): Json {
    return words.errorResult(
      `The service at ${settings.service.origin} does not answer (${error.message}). Nothing was signed. Try again later.`,
      'unreachable',
    )
  }

  async function callUnpaid(params: ToolParams): Promise<Json> {
    try {
      return await server.request('tools/call', params)
    } catch (error) {
      if (error instanceof ServerUnreachable) return unreachable(error)
      throw error
    }
  }

  return (params) => {
    if (!settings.pays) return callUnpaid(params)
    const call = sha256(canonicalJson([settings.service.href, settings.account?.address ?? null, params.name, params.arguments ?? {}]))
    return once(call, () => payCall(call, params))
  }
}
