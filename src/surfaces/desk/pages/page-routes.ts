import type { Context, Hono } from 'hono'
import type { PayerExplanation } from '../../../operate/ledger/explain-payer.ts'
import type { ListedPrice } from '../../../operate/prices/change-prices.ts'
import { html, type Html } from '../../console/html.ts'
import { csvAnswer } from '../api/csv-answer.ts'
import { withoutEmpty } from '../api/api-routes.ts'
import type { DeskCall } from '../calls/desk-call.ts'
import type { NoticesShown } from '../calls/notice-calls.ts'
import type { Summary } from '../calls/overview-calls.ts'
import type { PaymentDetails } from '../calls/payment-calls.ts'
import { runCall, type CallOutcome, type RunCallParts } from '../calls/run-call.ts'
import { mayDo } from '../door/operator.ts'
import type { Session } from '../door/sessions.ts'
import { withSession } from '../door/sign-in-routes.ts'
import { actionRoutes } from './action-routes.ts'
import { auditMain, reportMain, type BookFacts, type ReportShown, type TrailShown } from './book-pages.ts'
import { deskPage, pageResponse } from './frame.ts'
import { refusalOf, statusOf } from './outcome-lines.ts'
import { funnelMain, type FunnelShown } from './funnel-page.ts'
import { noticesMain } from './notices-page.ts'
import { overviewMain } from './overview-page.ts'
import { paymentMain } from './payment-page.ts'
import { liveSeconds, paymentsMain, type PaymentsFacts, type PaymentsShown } from './payments-page.ts'
import { pricesMain, switchesMain, type SwitchList } from './selling-pages.ts'
import { walletMain } from './wallet-page.ts'
import type { PageParts } from './page-parts.ts'
import { createWords, type Words } from './words.ts'

interface Asked {
  readonly session: Session
  readonly words: Words
  readonly context: Context
  /** Of the query, without empty members. */
  readonly asked: Readonly<Record<string, string>>
  /** Runs a call for this operator. */
  run(call: string, input: object): Promise<CallOutcome>
}

interface Shown {
  readonly title: string
  readonly main: Html
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
}

/** The pages, for those who are signed in. */
export function pageRoutes(app: Hono, parts: PageParts): void {
  const { frame, clock, timeZone } = parts
  const { base } = frame
  const callOf = (id: string) => parts.calls.find((call) => call.id === id)!
  const page = (path: string, make: (asked: Asked) => Promise<Shown>) =>
    app.get(
      path,
      withSession(parts, async (context, session) => {
        const words = createWords(timeZone, clock.now())
        const run = (call: string, input: object) => runCall(callOf(call), input, session.operator, parts)
        const {
          title,
          main,
          status = 200,
          headers,
        } = await make({ session, words, context, asked: withoutEmpty(context.req.query()), run })
        return pageResponse(deskPage(frame, session, { title, path, main }), status, headers)
      }),
    )

  page('/operator', async ({ run, words, session }) => {
    const summary = answerOf(await run('summary', {})) as Summary
    return { title: 'Overview', main: overviewMain(summary, { base, words, mayMute: mayDo(session.operator, 'admin') }) }
  })
  page('/operator/payments', async ({ run, words, asked }) => {
    const { live, ...filters } = asked
    const outcome = await run('list-payments', filters)
    const facts: PaymentsFacts = { base, words, asked, offers: parts.offers().map(({ id }) => id), networks: parts.networks() }
    const headers: Record<string, string> = live === 'on' ? { Refresh: String(liveSeconds) } : {}
    return {
      title: 'Payments',
      main: paymentsMain(answerOf(outcome) as PaymentsShown | null, refusalOf(outcome), facts),
      status: statusOf[outcome.kind],
      headers,
    }
  })
  page('/operator/payments/:receipt', async ({ run, words, session, context }) => {
    const outcome = await run('show-payment', { receipt: context.req.param('receipt') })
    const payment = answerOf(outcome) as PaymentDetails | null
    if (payment === null) return missing(outcome)
    const explorer = frame.playMoney ? undefined : parts.explorerOf(payment.networkId)
    return { title: 'Payment', main: paymentMain(payment, { base, words, operator: session.operator, explorer }) }
  })
  page('/operator/wallets/:wallet', async ({ run, words, context }) => {
    const outcome = await run('show-wallet', { wallet: context.req.param('wallet') })
    const story = answerOf(outcome) as PayerExplanation | null
    return story === null ? missing(outcome) : { title: 'Wallet', main: walletMain(story, { base, words }) }
  })
  sellingAndBooks(page, base, clock)
  csvRoutes(app, parts, callOf)
  actionRoutes(app, parts)
  for (const path of ['/operator', '/operator/*'])
    app.all(
      path,
      withSession(parts, (_, session) => {
        const { title, main } = notHere
        return pageResponse(deskPage(frame, session, { title, path: '', main }), 404)
      }),
    )
}

const notHere: Shown = {
  title: 'No such page',
  main: html`<h1>No such page</h1>
    <p>There is nothing at this address.</p>`,
}

function missing(outcome: CallOutcome): Shown {
  const main = html`<h1>Not found</h1>
    <p>${refusalOf(outcome) ?? ''}</p>`
  return { title: 'Not found', main, status: 404 }
}

function answerOf(outcome: CallOutcome): unknown {
  return outcome.kind === 'answer' ? outcome.answer : null
}

type AddPage = (path: string, make: (asked: Asked) => Promise<Shown>) => void

function sellingAndBooks(page: AddPage, base: string, clock: RunCallParts['clock']): void {
  page('/operator/prices', async ({ run, words, session }) => {
    const { prices } = answerOf(await run('list-prices', {})) as { readonly prices: readonly ListedPrice[] }
    return { title: 'Prices', main: pricesMain(prices, { base, words, operator: session.operator }) }
  })
  page('/operator/switches', async ({ run, words, session }) => {
    const list = answerOf(await run('list-switches', {})) as SwitchList
    return { title: 'What is sold', main: switchesMain(list, { base, words, operator: session.operator }) }
  })
  page('/operator/notices', async ({ run, words, session }) => {
    const shown = answerOf(await run('list-notices', {})) as NoticesShown
    return { title: 'Notices', main: noticesMain(shown, { base, words, operator: session.operator }) }
  })
  page('/operator/report', async ({ run, words, asked }) => {
    const today = new Date(clock.now()).toISOString().slice(0, 10)
    const given = { from: `${today.slice(0, 8)}01`, to: today, ...asked }
    const outcome = await run('report', given)
    const facts: BookFacts = { base, words, asked: given }
    return {
      title: 'Earned',
      main: reportMain(answerOf(outcome) as ReportShown | null, refusalOf(outcome), facts),
      status: statusOf[outcome.kind],
    }
  })
  page('/operator/funnel', async ({ run, words, asked }) => {
    const outcome = await run('funnel', asked)
    return {
      title: 'Who came',
      main: funnelMain(answerOf(outcome) as FunnelShown | null, refusalOf(outcome), { base, words, asked }),
      status: statusOf[outcome.kind],
    }
  })
  page('/operator/audit', async ({ run, words, asked }) => {
    const outcome = await run('audit-trail', asked)
    const facts: BookFacts = { base, words, asked }
    return {
      title: 'Audit trail',
      main: auditMain(answerOf(outcome) as TrailShown | null, refusalOf(outcome), facts),
      status: statusOf[outcome.kind],
    }
  })
}

/** The exports of two pages. */
function csvRoutes(app: Hono, parts: PageParts, callOf: (id: string) => DeskCall): void {
  for (const [path, id] of [
    ['/operator/payments.csv', 'list-payments'],
    ['/operator/report.csv', 'report'],
  ] as const)
    app.get(
      path,
      withSession(parts, async (context, session) => {
        const { live: _, ...asked } = withoutEmpty(context.req.query())
        return (await csvAnswer(callOf(id), asked, session.operator)) ?? new Response('These filters give nothing.', { status: 400 })
      }),
    )
}
