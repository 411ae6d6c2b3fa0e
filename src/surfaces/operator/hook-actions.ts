import { z } from 'zod'
import type { Hooks } from '../../operate/hooks/deliver-hooks.ts'
import { OperatorError } from '../../shared/operator-error.ts'
import { operatorAction, type OperatorAction } from './operator-action.ts'

/** What `farthing hooks` asks of the running service. */
export function hookActions({ hooks }: { readonly hooks: Hooks | null }): readonly OperatorAction[] {
  const open = () => {
    if (hooks === null) throw new OperatorError('the service tells nobody: set HOOK_URL and HOOK_SECRET, or SMTP_URL, and start it again')
    return hooks
  }
  const event = z.strictObject({ event: z.string().min(1).max(100).nullable() })
  return [
    operatorAction('hooks/redeliver', event, async ({ event: id }) => open().redeliver(id)),
    operatorAction('hooks/test', z.strictObject({}), async () => open().test()),
  ]
}
