import { isUtf8 } from 'node:buffer'
import { formatUsd } from '../../shared/money.ts'
import type { PayResult } from '../../wallet/pay.ts'
import { parseObject } from '../../wallet/parse-object.ts'
import { findPayingNetwork } from '../../wallet/paying-networks.ts'
import type { PaidResult } from '../../wallet/send-paid.ts'
import { reportLine } from './report-line.ts'

export interface PayReport {
  readonly result: PayResult
  /** The receipt, where it could be read. */
  readonly receipt: Readonly<Record<string, unknown>> | null
}

/** States of a receipt in which the service charged nothing and has ended its work on the payment. */
const notCharged: ReadonlySet<unknown> = new Set(['released', 'uncharged', 'refused'])

/**
 * The report, where the receipt says more than the answer: after a temporary error the outcome is open to the payer, but a receipt
 * that says that nothing was charged closes it.
 */
export function payReport(result: PayResult, receipt: PayReport['receipt']): PayReport {
  const { answer } = result
  if (result.kind !== 'open' || answer === null || !notCharged.has(receipt?.['state'])) return { result, receipt }
  return { result: { kind: 'failed', answer, payment: result.payment }, receipt }
}

/** The outcome of a call and its payment, in lines for people. */
export function payReportText(report: PayReport): string {
  const { result } = report
  if (result.kind === 'unpaid')
    return result.answer.status < 300
      ? 'cost         nothing: no payment was asked for\n'
      : `failed       status ${result.answer.status}; no payment was sent\n`
  const { payment } = result
  const { amount, transaction, state } = facts(report)
  const lines: (readonly [string, string | null])[] = [
    outcome(result, amount),
    ['signed', amount === payment.signed ? null : `${formatUsd(payment.signed)} USDC`],
    ['network', `${findPayingNetwork(payment.network)?.name ?? ''} (${payment.network})`],
    ['payer', payment.payer],
    ['transaction', transaction],
    ['state', stateInWords(report, state)],
    ['receipt', payment.receipt],
    ['next call', state === 'free' ? `pays ${formatUsd(payment.signed)} USDC, and shows the transaction that settled it` : null],
    ['advice', advice(result)],
  ]
  return lines.map(([name, value]) => reportLine(name, value)).join('')
}

/** The state of the receipt with what it means, so that it needs no other document. */
function stateInWords({ result, receipt }: PayReport, state: string | null): string | null {
  if (state === 'free') return "free: a wallet's first call here is not charged"
  if (!notCharged.has(state)) return state
  const ownTransfer = result.kind !== 'unpaid' && result.payment.transaction !== null
  const why = word(receipt?.['reason'])
  return `${state}${why === null ? '' : ` (${why})`}: ${ownTransfer ? 'your transfer has bought nothing yet' : 'nothing was charged'}`
}

function advice(result: PaidResult): string | null {
  if (result.kind === 'open') return 'do not pay again: --json prints the headers that get the answer for this payment'
  return isSpent(result)
    ? 'send the credential above again with this call: the transfer is made, and a new payment would cost it twice'
    : null
}

/** Whether the payer made a transfer of its own and got no answer for it. */
function isSpent({ kind, payment }: PaidResult): boolean {
  return payment.transaction !== null && kind === 'failed'
}

function outcome(result: PaidResult, amount: bigint | null): readonly [string, string] {
  switch (result.kind) {
    case 'paid':
      return ['paid', amount === null ? 'the service does not say how much' : `${formatUsd(amount)} USDC`]
    case 'failed':
      return ['failed', reasonOf(result.answer)]
    case 'refused':
    case 'open':
      return [result.kind, result.reason]
  }
}

/** The same as one JSON object. While the outcome is open it holds the payment itself, so that it can be sent again. */
export function payReportJson(report: PayReport): string {
  const { result, receipt } = report
  return JSON.stringify(
    {
      outcome: result.kind,
      status: result.answer?.status ?? null,
      contentType: result.answer?.header('content-type') ?? null,
      answer: result.answer === null ? null : readable(result.answer.body),
      payment: paymentJson(report),
      receipt,
    },
    null,
    2,
  )
}

function paymentJson(report: PayReport): Record<string, unknown> | null {
  const { result } = report
  if (result.kind === 'unpaid') return null
  const { payment } = result
  const { amount, transaction, state } = facts(report)
  return {
    network: payment.network,
    payer: payment.payer,
    signed: formatUsd(payment.signed),
    charged: amount === null ? null : formatUsd(amount),
    transaction,
    state,
    receipt: payment.receipt,
    ...(result.kind === 'refused' || result.kind === 'open' ? { reason: result.reason } : {}),
    ...(result.kind === 'open' || isSpent(result) ? { sendAgain: sendAgain(payment) } : {}),
  }
}

function sendAgain({ credential, idempotencyKey }: PaidResult['payment']): Record<string, string> {
  return { [credential.header]: credential.value, 'Idempotency-Key': idempotencyKey }
}

/** The settlement header says what was charged. The receipt is newer and says what has become of it. */
function facts({ result, receipt }: PayReport): { amount: bigint | null; transaction: string | null; state: string | null } {
  if (result.kind === 'unpaid') return { amount: null, transaction: null, state: null }
  const { settlement, signed, transaction } = result.payment
  return {
    amount: charged(settlement, signed) ?? (result.kind === 'paid' ? chargedByReceipt(receipt) : null),
    transaction: hash(settlement?.transaction) ?? hash(receipt?.['transaction']) ?? transaction,
    state: word(receipt?.['state']),
  }
}

/** Base units; null where the service did not say. Other services leave the amount out. */
function charged(settlement: PaidResult['payment']['settlement'], signed: bigint): bigint | null {
  if (settlement === null || !settlement.success) return null
  if (settlement.amount !== null) return /^\d{1,78}$/.test(settlement.amount) ? BigInt(settlement.amount) : null
  return settlement.transaction === '' ? null : signed
}

/** For answers whose headers name no amount: base units of our receipt. What is settled after the answer counts as charged. */
function chargedByReceipt(receipt: PayReport['receipt']): bigint | null {
  const member = receipt?.['settlement'] === 'pending' ? 'price' : 'charged'
  const units = (receipt?.[member] as { baseUnits?: unknown } | null | undefined)?.baseUnits
  return typeof units === 'string' && /^\d{1,78}$/.test(units) ? BigInt(units) : null
}

function hash(value: unknown): string | null {
  return typeof value === 'string' && /^0x[0-9a-fA-F]{64}$/.test(value) ? value : null
}

/** The status, with the code of the problem where the answer names one. */
function reasonOf({ status, body }: PaidResult['answer'] & object): string {
  const code = word(parseObject(body)['code'])
  return `status ${status}${code === null ? '' : ` (${code})`}`
}

function word(value: unknown): string | null {
  return typeof value === 'string' && /^[a-z_]{1,30}$/.test(value) ? value : null
}

/** JSON as such, other text as text, and the rest in base64. */
function readable(body: Uint8Array): unknown {
  const bytes = Buffer.from(body)
  if (!isUtf8(bytes)) return { base64: bytes.toString('base64') }
  const text = bytes.toString('utf8')
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}
