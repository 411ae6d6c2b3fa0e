import type { ServiceFacts } from './service-facts.ts'

const day = 86_400_000
/** Less than a year, as RFC 9116 advises. */
const validDays = 180

/**
 * `/.well-known/security.txt` (RFC 9116). `Expires` counts from the start of the day, so that the text changes once a day.
 * Requires at least one contact.
 */
export function securityTxt({ contacts, publicUrl }: Pick<ServiceFacts, 'contacts' | 'publicUrl'>, now: number): string {
  const expires = new Date(now - (now % day) + validDays * day).toISOString().replace('.000Z', 'Z')
  return [
    ...contacts.map((uri) => `Contact: ${uri}`),
    `Expires: ${expires}`,
    'Preferred-Languages: en',
    `Canonical: ${publicUrl}/.well-known/security.txt`,
    '',
  ].join('\n')
}
