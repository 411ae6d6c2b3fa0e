import type { Context } from 'hono'

/**
 * Whether a form was sent by a page of ours, as browsers say it. Programs say neither, and bring no cookie of an operator.
 * @param hosts names under which the service is reached
 */
export function isFromOwnPage(context: Context, hosts: ReadonlySet<string>): boolean {
  const site = context.req.header('sec-fetch-site')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false
  const origin = context.req.header('origin')
  if (origin === undefined) return true
  const host = URL.parse(origin)?.host
  return host !== undefined && (host === context.req.header('host') || hosts.has(host))
}
