import type { Ledger } from '../../ledger/ledger.ts'
import type { Clock } from '../../shared/clock.ts'
import type { OperatorAction } from './operator-action.ts'

/** The member of the input that says what an action changes, by its name; the others change nothing of one payment or offer. */
const changed: Readonly<Record<string, string>> = {
  refund: 'receipt',
  'ledger/retry': 'receipt',
  'ledger/credit': 'receipt',
  'price/set': 'offer',
}

/** The same actions, which put what a command changes into the audit trail first. The desk does the same for what is ordered there. */
export function auditedActions(
  actions: readonly OperatorAction[],
  { ledger, clock }: { readonly ledger: Pick<Ledger, 'noteOrder'>; readonly clock: Clock },
): readonly OperatorAction[] {
  return actions.map((action) => {
    const member = changed[action.name]
    if (member === undefined) return action
    return {
      name: action.name,
      async answer(given, signal) {
        const subject = (given as Readonly<Record<string, unknown>> | undefined)?.[member]
        // What is no text is refused by the action itself.
        if (typeof subject === 'string' && /^[\w-]{1,64}$/.test(subject))
          await ledger.noteOrder({ subject, detail: { by: 'a command', order: action.name.replace('/', '-') }, at: clock.now() })
        return action.answer(given, signal)
      },
    }
  })
}
