import { html, nothing, type Html } from '../html.ts'

/** One step of a payment, as it is shown. */
export interface PaymentStep {
  readonly title: string
  readonly words: string
  readonly state: 'done' | 'working' | 'failed'
  /** Milliseconds. */
  readonly took?: number
  /** The decoded message of this step. */
  readonly message?: { readonly summary: string; readonly text: string }
}

/** The steps of one paid call: asked, terms, signed, paid, answered, settled. It runs in the browser too. */
export function paymentSteps(steps: readonly PaymentStep[]): Html {
  return html`<ol class="steps">
    ${steps.map(
      ({ title, words, state, took, message }) =>
        html`<li class="${state}">
          <strong>${title}</strong
          >${state === 'done' ? nothing : html` <span class="badge ${state === 'failed' ? 'refused' : 'pending'}">${state === 'failed' ? 'failed' : 'under way'}</span>`}
          ${took === undefined ? nothing : html` <span class="took">${took < 10 ? took.toFixed(1) : Math.round(took)} ms</span>`}
          <br />${words}
          ${
            message === undefined
              ? nothing
              : html`<details>
                  <summary>${message.summary}</summary>
                  <pre tabindex="0"><code>${message.text}</code></pre>
                </details>`
          }
        </li>`,
    )}
  </ol>`
}

/** For the page that shows all components. */
export const stepStates: readonly { readonly title: string; readonly steps: readonly PaymentStep[] }[] = [
  {
    title: 'Under way',
    steps: [
      { title: 'Asked', words: 'GET /v1/tides/oslo', state: 'done', took: 4.2 },
      { title: 'Signed', words: 'The wallet is asked.', state: 'working' },
    ],
  },
  {
    title: 'Done',
    steps: [
      { title: 'Asked', words: 'GET /v1/tides/oslo', state: 'done', took: 4.2 },
      {
        title: 'Terms',
        words: '0.01 USDC on Base',
        state: 'done',
        message: { summary: 'The terms, decoded', text: '{ "amount": "10000" }' },
      },
      { title: 'Settled', words: 'In a block.', state: 'done', took: 812 },
    ],
  },
  {
    title: 'Refused',
    steps: [{ title: 'Signed', words: 'The wallet said no. Nothing was sent and nothing was charged.', state: 'failed' }],
  },
]
