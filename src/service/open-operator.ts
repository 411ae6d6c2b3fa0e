import { z } from 'zod'
import type { Forgetting } from '../operate/retention/forget.ts'
import { auditedActions } from '../surfaces/operator/audited-actions.ts'
import { createOperatorApp } from '../surfaces/operator/operator-app.ts'
import { hookActions } from '../surfaces/operator/hook-actions.ts'
import { ledgerActions } from '../surfaces/operator/ledger-actions.ts'
import { operatorAction } from '../surfaces/operator/operator-action.ts'
import { priceActions } from '../surfaces/operator/price-actions.ts'
import { pruneActions } from '../surfaces/operator/prune-actions.ts'
import { reconcileAction } from '../surfaces/operator/reconcile-action.ts'
import { refundAction } from '../surfaces/operator/refund-action.ts'
import { version } from '../version.ts'
import { senderHeader } from '../net/forward-over-socket.ts'
import type { ServiceParts } from './build-service.ts'
import { isOfDesk, type DeskHandler } from './desk/open-desk.ts'

/** What the operator's commands may ask of this service, for `listenForOperator`. A new action is one line here. */
export function openOperator(parts: ServiceParts, desk: DeskHandler | null = null): (request: Request) => Response | Promise<Response> {
  const actions = [
    // Which process answers, and whether it can sell.
    operatorAction('about', z.object({}), async () => ({
      version,
      pid: process.pid,
      url: parts.publicUrl,
      ledger: parts.config.databaseUrl === null ? 'sqlite' : 'postgres',
      ...parts.health.ready(),
    })),
    refundAction(parts),
    ...pruneActions(forgetting(parts)),
    ...priceActions(parts.priceChanges),
    ...ledgerActions({ ...parts.operating, viewOfPayer: parts.viewOfPayer }),
    // What reports convert with, as it is now.
    operatorAction('rates/record', z.object({}), async (_, signal) => parts.rates.record(signal)),
    ...hookActions(parts),
    reconcileAction(parts),
  ]
  const app = createOperatorApp({ actions: auditedActions(actions, parts), log: parts.log.child({ part: 'operator' }) })
  // The parent of WORKERS hands on what it gets for the desk, with the address of who sent it.
  return (request) => {
    if (desk === null || !isOfDesk(new URL(request.url).pathname)) return app.fetch(request)
    return desk(request, { incoming: { socket: { remoteAddress: request.headers.get(senderHeader) ?? undefined } } })
  }
}

/** What is erased of a payer in the ledger is forgotten by this process too. */
function forgetting({ ledger, recentRefusals }: Pick<ServiceParts, 'ledger' | 'recentRefusals'>): Forgetting {
  return {
    forgetClients: ledger.forgetClients,
    forgetPayer(input) {
      recentRefusals.forget(input.payer)
      return ledger.forgetPayer(input)
    },
  }
}
