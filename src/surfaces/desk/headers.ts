/** Headers of everything that the desk answers: no other page may frame, read or keep it. */
export const deskHeaders: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Robots-Tag': 'noindex',
}

/** A page loads its style and nothing else, runs no script, and sends its forms to the desk. */
export const pageHeaders: Readonly<Record<string, string>> = {
  ...deskHeaders,
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
  // Of a form: its origin is compared with ours, and would be null with no-referrer.
  'Referrer-Policy': 'same-origin',
}
