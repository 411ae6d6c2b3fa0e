import { note } from '../../console/components/badge.ts'
import { html, nothing } from '../../console/html.ts'
import { deskPage, pageResponse, type FrameFacts } from './frame.ts'

export interface SignInFacts {
  /** The page to show then. */
  readonly to: string
  /** What was wrong with the last try. */
  readonly wrong: string | null
  /** Browsers keep the cookie of the session only from an address with TLS, or from this machine. */
  readonly isSafe: boolean
}

export function signInPage(
  facts: FrameFacts,
  { to, wrong, isSafe }: SignInFacts,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const main = html`<h1>Sign in</h1>
    ${wrong === null ? nothing : note(wrong, 'refused')}
    ${isSafe ? nothing : note('This address has no TLS, so the browser will not keep the session. Use the address of the proxy, or a tunnel to this machine.', 'refused')}
    <form method="post" action="${facts.base}/operator/sign-in" class="fields">
      <input type="hidden" name="to" value="${to}" />
      <div class="field">
        <label for="token">Token</label>
        <p class="hint" id="token-hint">What OPERATOR_TOKEN or OPERATOR_TOKENS has.</p>
        <input id="token" name="token" type="password" required autocomplete="current-password" aria-describedby="token-hint" />
      </div>
      <div class="actions"><button type="submit">Sign in</button></div>
    </form>`
  return pageResponse(deskPage(facts, null, { title: 'Sign in', path: '', main }), status, headers)
}
