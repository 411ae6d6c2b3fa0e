import type { Signed } from './wallet.ts'

/** The header that pays a call: the terms as they came, and the transfer that was signed for them. */
export function encodePayment({ terms, message, signature }: Signed): string {
  const { required, raw } = terms
  return encodeBase64(
    JSON.stringify({
      x402Version: 2,
      resource: required['resource'],
      accepted: raw,
      payload: { signature, authorization: message },
      extensions: required['extensions'] ?? {},
    }),
  )
}

function encodeBase64(text: string): string {
  return btoa(Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte)).join(''))
}
