import { encodePayment } from './encode-payment.ts'
import { playWallet } from './play-wallet.ts'
import { shownIn, termsOf } from './terms.ts'

/** Signs the terms of a test request with the play wallet, and sends the request again. @throws Error where the terms are no play money */
export async function paid(request: Request, terms: Response, ask: typeof fetch): Promise<Response> {
  const offered = termsOf({ status: terms.status, headers: terms.headers, body: await terms.json(), took: 0 }, shownIn(document.body))
  const wallet = await playWallet()
  const headers = new Headers(request.headers)
  headers.set('PAYMENT-SIGNATURE', encodePayment(await wallet.sign(offered)))
  return ask(new Request(request, { headers }))
}
