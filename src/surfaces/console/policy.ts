/**
 * What a page may do: load its own style, pictures and scripts, call this service, and send its forms to it. No inline script, no
 * other host, and no frame around it. `data:` is for pictures in answers.
 */
export function pagePolicy(publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    // A page that is opened under another name of the service calls the public URL all the same.
    `connect-src 'self' ${new URL(publicUrl).origin}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}
