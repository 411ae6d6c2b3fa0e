import { isMembers } from '../answers/shapes.ts'
import { answerShown, faultWords } from '../components/answered.ts'
import { badge } from '../components/badge.ts'
import { paymentSteps, type PaymentStep } from '../components/payment-steps.ts'
import { html, nothing, type Html } from '../html.ts'
import type { CallRequest } from './form-request.ts'
import { formatUsd } from '../../../shared/money.ts'
import { sendCall, type Received } from './send-call.ts'
import { encodePayment } from './encode-payment.ts'
import { termsOf, type Shown } from './terms.ts'
import type { Signed, Wallet } from './wallet.ts'

export interface Payment {
  /** Asks, signs and pays: a new payment each time. */
  make(): Promise<void>
  /** Sends the last call with the same payment once more, as after a connection that broke. */
  sendAgain(): Promise<void>
}

interface PaymentParts {
  readonly request: CallRequest
  readonly shown: Shown
  readonly wallet: Wallet
  readonly draw: (content: Html) => void
}

/** Where the receipt of a paid answer is, below the service's address. */
interface Receipt {
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
}

const pollMs = 500
const maxPolls = 120
/** States of a payment that do not change any further by themselves. */
const ended = new Set(['settled', 'free', 'uncharged', 'released', 'refused', 'refunded', 'reversed', 'owed', 'credit'])

export function createPayment({ request, shown, wallet, draw }: PaymentParts): Payment {
  let header: string | null = null
  let steps: PaymentStep[] = []
  const done = (step: Omit<PaymentStep, 'state'>) => {
    steps = [...steps.filter(({ state }) => state === 'done'), { ...step, state: 'done' }]
    draw(paymentSteps(steps))
  }
  const working = (title: string, words: string) => draw(paymentSteps([...steps, { title, words, state: 'working' }]))

  async function make(): Promise<void> {
    steps = []
    await failing(async () => {
      const signed = await askAndSign()
      if (signed === null) return
      header = encodePayment(signed)
      const receipt = await sendPaid(header)
      // The first call of a wallet is free, so it shows no payment: the next one does.
      if (receipt?.body['state'] === 'free') {
        steps = []
        done({
          title: 'First call free',
          words: 'This wallet had not called before, so its first call was free. This is its next call, which is paid.',
        })
        const second = await askAndSign()
        if (second === null) return
        header = encodePayment(second)
        await sendPaid(header)
      }
    })
  }

  async function askAndSign(): Promise<Signed | null> {
    working('Asked', `${request.method} ${request.path}`)
    const asked = await sendCall(request)
    const message = request.body === undefined ? {} : { message: { summary: 'The body of the call', text: request.body } }
    done({ title: 'Asked', words: `${request.method} ${request.path}`, took: asked.took, ...message })
    if (asked.status !== 402) {
      draw(html`${paymentSteps(steps)}${answerShown(asked)}`)
      return null
    }
    const offered = termsOf(asked, shown)
    const [first] = offered
    const words = `${formatUsd(first?.amount ?? 0n)} USDC, on ${offered.map(({ network }) => shown.networks[network]?.name ?? network).join(', ')}. To ${first?.payTo}.`
    done({ title: 'Terms', words, message: { summary: 'The terms, decoded', text: JSON.stringify(first?.required, null, 2) } })
    working('Signed', `${wallet.name} is asked to sign.`)
    const started = performance.now()
    const signed = await wallet.sign(offered)
    done({
      title: 'Signed',
      words: `A transfer of ${formatUsd(signed.terms.amount)} USDC on ${shown.networks[signed.terms.network]?.name ?? signed.terms.network} by ${wallet.name}. It is valid once, until it expires, and needs no gas.`,
      took: performance.now() - started,
      message: { summary: 'What was signed', text: JSON.stringify({ ...signed.message, signature: signed.signature }, null, 2) },
    })
    return signed
  }

  async function sendPaid(payment: string): Promise<Receipt | null> {
    working('Paid', 'The same call is sent again, with the payment.')
    const answered = await sendCall(request, { 'PAYMENT-SIGNATURE': payment })
    done({
      title: 'Paid',
      words: 'The same call was sent again, with the payment in PAYMENT-SIGNATURE.',
      took: answered.took,
      message: { summary: 'The header', text: payment },
    })
    if (answered.status !== 200) throw new Error(faultWords(answered.body, answered.status))
    const isReplay = answered.headers.get('idempotent-replay') === 'true'
    done({
      title: 'Answered',
      words: isReplay ? 'The stored answer, byte for byte. Idempotent-Replay: true. Nothing was charged again.' : 'The answer is here.',
      message: { summary: 'Headers of the answer', text: [...answered.headers].map(([name, value]) => `${name}: ${value}`).join('\n') },
    })
    const receipt = await settled(receiptPath(answered))
    draw(html`${paymentSteps(steps)}${receipt === null ? nothing : receiptLine(receipt)}${actions()}${answerShown(answered)}`)
    return receipt
  }

  /** Waits until the receipt says how the payment ended. */
  async function settled(path: string | null): Promise<Receipt | null> {
    if (path === null) return null
    const started = performance.now()
    for (let poll = 0; poll < maxPolls; poll += 1) {
      const { body } = await sendCall({ method: 'GET', path, body: undefined })
      if (!isMembers(body)) return null
      if (ended.has(String(body['state']))) {
        const words = typeof body['transaction'] === 'string' ? `In transaction ${body['transaction']}.` : 'No transaction was needed.'
        done({
          title: body['state'] === 'settled' ? 'Settled' : `Ended: ${String(body['state'])}`,
          words,
          took: performance.now() - started,
          message: { summary: 'The receipt', text: JSON.stringify(body, null, 2) },
        })
        return { path, body }
      }
      working('Settled', `The receipt says ${String(body['state'])}.`)
      await new Promise((resolve) => setTimeout(resolve, pollMs))
    }
    return { path, body: {} }
  }

  async function sendAgain(): Promise<void> {
    const payment = header
    if (payment === null) return
    steps = []
    await failing(async () => {
      done({ title: 'Connection lost', words: 'Suppose that the answer never came. The same call is sent with the same payment.' })
      await sendPaid(payment)
    })
  }

  async function failing(work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      const words = error instanceof TypeError ? 'There is no connection. Send it again: one payment is charged once.' : wordsOf(error)
      draw(html`${paymentSteps([...steps, { title: 'Stopped', words, state: 'failed' }])}${actions()}`)
    }
  }

  return { make, sendAgain }

  function actions(): Html {
    return html`<div class="actions">
      <button type="button" class="plain" data-again>The same again</button>
      ${header === null ? nothing : html`<button type="button" class="plain" data-broken>My connection broke</button>`}
    </div>`
  }
}

const base = document.body.dataset['base'] ?? ''

function receiptLine({ path, body }: Receipt): Html {
  const state = typeof body['state'] === 'string' ? body['state'] : 'pending'
  return html`<p><a href="${base}${path}" data-receipt>The receipt</a> ${badge(state, state === 'settled' ? 'settled' : 'plain')}</p>`
}

/** The path of the receipt that a Link header names. */
function receiptPath({ headers }: Received): string | null {
  const link = /<([^>]+)>;\s*rel="receipt"/.exec(headers.get('link') ?? '')?.[1]
  const id = link === undefined ? undefined : /\/v1\/receipts\/([0-9a-zA-Z_-]+)$/.exec(link)?.[1]
  return id === undefined ? null : `/v1/receipts/${id}`
}

function wordsOf(error: unknown): string {
  if (error instanceof Error) return error.message
  // Wallets throw objects with a message: 4001 means that the visitor said no.
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown }
  if (code === 4001) return 'You said no in the wallet. Nothing was sent, and nothing was charged.'
  return typeof message === 'string' ? message : 'The wallet did not sign. Nothing was charged.'
}
