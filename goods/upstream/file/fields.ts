import { z } from '../door.ts'
import { headerName } from './header-names.ts'

/** Kinds of members that several parts of the file have. */

export const words = (max: number) => z.string().min(1).max(max)

export const kebab = z
  .string()
  .regex(/^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/, 'a name of lower-case letters, digits and hyphens')
  .max(60)

/** Text with `${UPSTREAM_SECRET_…}` in it. */
export const withSecrets = z
  .string()
  .max(4_000)
  .refine(
    (text) => !/\$\{(?!UPSTREAM_SECRET_[A-Z0-9_]+\})/.test(text),
    'text in which ${UPSTREAM_SECRET_NAME} is the only kind of variable',
  )
  // oxlint-disable-next-line no-control-regex -- control characters would end a header
  .refine((text) => !/[\u0000-\u001f\u007f]/.test(text), 'text on one line')

/** The name of a header that can be used so. @param why why a name can't be; null where it can */
export const named = (why: (name: string) => string | null, what: string) =>
  z
    .string()
    .regex(headerName, 'the name of a header')
    .refine((name) => why(name) === null, {
      error: ({ input }) => `a header that can be ${what}: not ${String(input)}, since ${why(String(input)) ?? ''}`,
    })

/** Whether a text is the address of an API, without what belongs to one request. */
export function isBaseAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return false
  return url.search === '' && url.hash === '' && url.username === '' && url.password === '' && !/[?#]/.test(text)
}
