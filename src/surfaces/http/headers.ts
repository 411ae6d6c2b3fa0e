/** The headers of every answer. They are set when the answer is made: to change headers afterwards costs several times the CPU. */
export const commonHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  // Names take 170 bytes of the 4 KB that proxies give to all headers. Answers never depend on cookies, so the star is enough.
  'Access-Control-Expose-Headers': '*',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** For a 402, whose headers must fit the 4 KB of proxies. What is left out concerns pages, and `nosniff` keeps JSON from being one. */
export const termsHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': '*',
  'X-Content-Type-Options': 'nosniff',
}

export const preflightHeaders: Readonly<Record<string, string>> = {
  ...commonHeaders,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Content-Type, Authorization, Payment-Authorization, Payment-Network, PAYMENT-SIGNATURE, X-PAYMENT, X402-Version, Idempotency-Key, Accept-Payment, Access-Control-Expose-Headers',
  'Access-Control-Max-Age': '86400',
}
