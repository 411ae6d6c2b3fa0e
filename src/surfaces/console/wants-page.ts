import { documentTypeAsked } from '../http/accept-document.ts'

/**
 * Whether a request wants a page: it names `text/html` itself, and does not prefer JSON. Machines that take anything (`*\/*`,
 * `text/*`) get what is made for machines. So does Java's old client, which names `text/html` first, and `*`, which browsers never do.
 */
export function wantsPage(accept: string | null): boolean {
  if (accept === null || !/text\/html/i.test(accept)) return false
  return documentTypeAsked(accept, 'text/html') && !/(?:^|,)\s*\*\s*(?:;|,|$)/.test(accept)
}
