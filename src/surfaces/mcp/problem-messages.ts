import type { ProblemCode, ProblemKind } from '../../shared/problems.ts'
import { metaKeys } from './read-payment.ts'

/** How to correct a problem, for a caller that sees no headers: the `fix` of HTTP, or another text where that names headers. */
export function adviceFor({ code, fix }: Pick<ProblemKind, 'code' | 'fix'>): string {
  return (
    advice[code as ProblemCode] ??
    fix.replace(/ after Retry-After seconds/, ' later').replace(/Wait for the seconds in Retry-After/, 'Wait a while')
  )
}

const advice: Partial<Record<ProblemCode, string>> = {
  invalid_json: 'Send one JSON-RPC message as JSON.',
  malformed_payment: `Send the x402 version 2 payment payload as an object in _meta["${metaKeys.x402Payment}"]; nothing was charged.`,
  method_unsupported: `Pay the challenge in _meta["${metaKeys.mppRequired}"]: evm or evmhash, intent charge. Nothing was charged.`,
  several_payments: 'Send exactly one payment with a call; nothing was charged.',
  header_too_large: 'A payment may have 8 KB at most; nothing was charged.',
  not_found: 'tools/list names every tool.',
  receipt_not_found: 'Use the id from the paid answer.',
  method_not_allowed: 'Send messages by POST.',
  unsupported_content_encoding: 'Send the body uncompressed.',
  unsupported_media_type: 'Send JSON.',
  settlement_pending: 'Do not pay again: send the same call with the same payment, or read the receipt.',
  ledger_unavailable: 'Do not pay again: send the same call, with the same payment if there was one. It is charged at most once.',
}
