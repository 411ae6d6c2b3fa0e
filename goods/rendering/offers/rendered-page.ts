import { z } from '../../../src/goods/door.ts'
import { foreignText, statistic, text, uri } from '../../../src/goods/kit/answers.ts'
import { unlessSwitchedOff } from '../../../src/goods/kit/workers.ts'
import type { RenderedPage, Renderer } from '../renderer/renderer.ts'

/** Members of an answer that say how a page was, beside what was made of it. */
export const pageMembers = {
  url: uri.nullable().describe('Where the page was in the end, after redirects; null for a document that was sent as text'),
  status: statistic.nullable().describe('HTTP status of the page'),
  title: foreignText,
  loaded: z
    .boolean()
    .describe('Whether the page was ready in time, as wait says, with all that is shown; limits and missing say what it lacks'),
  limits: z
    .array(z.enum(['bytes', 'bytes_sent', 'connections', 'requests', 'names', 'site', 'time', 'navigations', 'scrolling', 'width']))
    .describe(
      'Limits that the page reached; site: what all pages together may exchange with one site in an hour; navigations: it leads on more than 5 times; scrolling: it may lack what loads when it is seen; width: a PDF cuts it',
    ),
  missing: z
    .array(z.object({ target: foreignText, reason: text }))
    .describe('Pictures, frames, fonts, styles and own scripts that are shown or used and have not come; the first 20'),
  refused: z
    .array(z.object({ target: foreignText, reason: text }))
    .describe('Connections that the page asked for and did not get, such as those into private networks; the first 20'),
}

export function pageAnswer({ url, status, title, loaded, limits, missing, refused }: RenderedPage) {
  const copy = (parts: RenderedPage['refused']) => parts.map((one) => ({ ...one }))
  return { url, status, title, loaded, limits: [...limits], missing: copy(missing), refused: copy(refused) }
}

const maxUrlLength = 2_048

/** The URL of a page, as text: its form is checked before anything is charged, its addresses when it is opened. */
export function pageUrl(renderer: Pick<Renderer, 'objectionTo'> | null) {
  return z
    .string()
    .max(maxUrlLength)
    .superRefine((given, context) => {
      const objection = renderer ? renderer.objectionTo(given) : null
      if (objection !== null)
        context.addIssue({ code: 'custom', message: `a public http or https URL; this one cannot be shown: ${objection}` })
    })
    .describe('A public page, http or https')
}

/** Where offers are only described, there is none. */
export function required(renderer: Renderer | null): Renderer {
  return unlessSwitchedOff(renderer, 'There is no browser here.')
}
