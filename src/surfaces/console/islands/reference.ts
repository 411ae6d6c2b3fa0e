// In a sandbox: test requests of the reference are paid with the wallet that the sandbox lends. What pays is loaded at the first 402.
const ask = globalThis.fetch

globalThis.fetch = async (input, options) => {
  const request = new Request(input, options)
  if (new URL(request.url).origin !== location.origin) return ask(request)
  const again = request.clone()
  const response = await ask(request)
  if (response.status !== 402 || again.headers.has('PAYMENT-SIGNATURE')) return response
  const { paid } = await import('./pay-test-request.ts')
  // Without a payment the visitor sees the terms.
  return paid(again, response.clone(), ask).catch(() => response)
}
