/** The headers of every answer. They are set when the answer is made: to change headers afterwards costs several times the CPU. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers':
    'PAYMENT-REQUIRED, PAYMENT-RESPONSE, X-PAYMENT-RESPONSE, WWW-Authenticate, Payment-Receipt, X-Free-Quota-Limit, X-Free-Quota-Remaining, Idempotent-Replay, Retry-After, Link',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

export const preflightHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers':
    'Content-Type, Authorization, Payment-Authorization, Payment-Network, PAYMENT-SIGNATURE, X-PAYMENT, X402-Version, Idempotency-Key, Accept-Payment, Access-Control-Expose-Headers',
  'Access-Control-Max-Age': '86400',
}
