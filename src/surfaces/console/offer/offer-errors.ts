import type { AnyOffer } from '../../../offers/offer.ts'
import { problems, type ProblemCode } from '../../../shared/problems.ts'
import { html, type Html } from '../html.ts'

/** Errors that any call can give, and those of a call that is paid. */
const ofEveryCall = ['invalid_input', 'rate_limited', 'internal_error'] as const satisfies readonly ProblemCode[]
const ofPaidCalls = ['malformed_payment', 'payment_in_flight', 'answer_expired'] as const satisfies readonly ProblemCode[]
const ofSources = ['upstream_unavailable'] as const satisfies readonly ProblemCode[]

/** What can go wrong, and what to do then. */
export function offerErrors(offer: AnyOffer): Html {
  const codes: readonly ProblemCode[] = [...ofEveryCall, ...ofSources, ...(offer.access.kind === 'free' ? [] : ofPaidCalls)]
  const kinds = [...offer.problems, ...codes.map((code) => ({ code, ...problems[code] }))]
  return html`<table class="cards">
      <thead>
        <tr>
          <th scope="col">Status</th>
          <th scope="col">Code</th>
          <th scope="col">What to do</th>
        </tr>
      </thead>
      <tbody>
        ${kinds.map(({ code, status, title, fix }) => {
          return html`<tr>
            <td data-label="Status">${status}</td>
            <td data-label="Code"><code>${code}</code><br /><span class="small quiet">${title}</span></td>
            <td data-label="What to do">${fix}</td>
          </tr>`
        })}
      </tbody>
    </table>
    <p class="small quiet">
      Every error is a JSON object with <code>code</code>, <code>detail</code>, <code>fix</code> and <code>retryable</code>. None of them is
      charged.
    </p>`
}
