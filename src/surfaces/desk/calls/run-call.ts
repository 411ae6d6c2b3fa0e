import type { z } from 'zod'
import type { Ledger } from '../../../ledger/ledger.ts'
import type { Clock } from '../../../shared/clock.ts'
import { OperatorError } from '../../../shared/operator-error.ts'
import { mayDo, type Operator } from '../door/operator.ts'
import type { DeskCall } from './desk-call.ts'

/** How a call ended, for each surface to say in its own way. */
export type CallOutcome =
  | { readonly kind: 'answer'; readonly answer: unknown }
  | { readonly kind: 'forbidden'; readonly detail: string }
  | { readonly kind: 'invalid'; readonly detail: string }
  /** It can't be done; the operator reads why. */
  | { readonly kind: 'refused'; readonly detail: string }

export interface RunCallParts {
  readonly ledger: Pick<Ledger, 'noteOrder'>
  readonly clock: Clock
}

/** Whether the token allows a call, and what its input says. */
export function admitCall(
  call: DeskCall,
  given: unknown,
  operator: Operator,
): Extract<CallOutcome, { kind: 'forbidden' | 'invalid' }> | { readonly kind: 'input'; readonly input: Readonly<Record<string, unknown>> } {
  if (!mayDo(operator, call.scope))
    return { kind: 'forbidden', detail: `The token ${operator.name} has the scope ${operator.scope}, and this needs ${call.scope}.` }
  const parsed = call.input.safeParse(given)
  return parsed.success ? { kind: 'input', input: parsed.data } : { kind: 'invalid', detail: wordsOf(parsed.error) }
}

/**
 * Runs a call for an operator, whose token must allow it. What changes something goes into the audit trail first, with who ordered it; so
 * nothing happens without it.
 */
export async function runCall(call: DeskCall, given: unknown, operator: Operator, parts: RunCallParts): Promise<CallOutcome> {
  const admitted = admitCall(call, given, operator)
  if (admitted.kind !== 'input') return admitted
  const { input } = admitted
  try {
    await note(call, input, operator, parts)
    return { kind: 'answer', answer: await call.run(input as never, operator) }
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error
    await note(call, input, operator, parts, error.message).catch(() => {})
    return { kind: 'refused', detail: error.message }
  }
}

async function note(
  { id, subject }: DeskCall,
  input: Readonly<Record<string, unknown>>,
  { name }: Operator,
  { ledger, clock }: RunCallParts,
  refused?: string,
): Promise<void> {
  if (subject === undefined || input['dryRun'] === true) return
  const about = subject(input as never)
  const given = Object.entries(input).filter(([key, value]) => key !== 'dryRun' && value !== undefined && value !== about)
  const detail = Object.fromEntries(given.map(([key, value]) => [key, String(value)]))
  await ledger.noteOrder({
    subject: about,
    detail: { by: name, order: id, ...detail, ...(refused === undefined ? {} : { refused }) },
    at: clock.now(),
  })
}

function wordsOf(error: z.ZodError): string {
  return error.issues.map(({ path, message }) => (path.length === 0 ? message : `${path.join('.')}: ${message}`)).join('; ')
}
