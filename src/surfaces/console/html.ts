import { html, raw } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

/** Markup whose texts are escaped. Nothing in our templates is asynchronous, so it is there at once. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export { html, raw }

/** The markup as text. */
export function textOf(page: Html): string {
  return (page as HtmlEscapedString).toString()
}

export const nothing = ''
