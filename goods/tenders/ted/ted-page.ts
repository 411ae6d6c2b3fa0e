import { z } from '../../../src/goods/door.ts'
import {
  checkShape,
  parseJson,
  parseJsonLists,
  parseRetryAfter,
  UpstreamGarbage,
  UpstreamRejected,
  type UpstreamResponse,
  UpstreamUnreachable,
} from '../../../src/goods/kit/http.ts'

/** The most notices of one page that TED gives. */
export const pageSize = 250
/** For pages that would be too large: notices with hundreds of lots. */
export const smallPageSize = 50
/** After "too many requests" TED refuses everything for about half a minute. */
const pauseMs = 35_000

export type TedPage =
  | {
      readonly kind: 'page'
      /** As TED wrote them. */
      readonly rows: readonly unknown[]
      readonly totalCount: number
      /** Asks for the next page; TED gives one after the last page too. */
      readonly token: string | null
    }
  /** TED does not know this field, and so refuses the whole request. */
  | { readonly kind: 'unknown-field'; readonly field: string }
  /** The token of the page before is of no use any longer. */
  | { readonly kind: 'lost-place' }

/** The body of a request. All versions of notices are asked for: one that is left out once it is changed could be missed. */
export function requestBody(query: string, fields: readonly string[], limit: number, token: string | null): string {
  return JSON.stringify({
    query,
    fields,
    limit,
    scope: 'ALL',
    paginationMode: 'ITERATION',
    ...(token === null ? {} : { iterationNextToken: token }),
    onlyLatestVersions: false,
    checkQuerySyntax: false,
  })
}

const head = z.object({
  notices: z.array(z.unknown()),
  totalNoticeCount: z.int().nonnegative(),
  iterationNextToken: z.string().min(1).max(8_000).nullish(),
  timedOut: z.boolean().nullish(),
})

const refusal = z.object({
  message: z.string().optional().catch(undefined),
  error: z
    .object({
      type: z.string(),
      fieldName: z.string().optional().catch(undefined),
      parameterName: z.string().optional().catch(undefined),
      unsupportedValue: z.string().optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
})

/**
 * Reads an answer with status 200, 400 or 429, in slices.
 * @throws UpstreamRejected for a refusal that another request can't get round; UpstreamUnreachable when TED gave up the search
 */
export async function readPage(answer: UpstreamResponse, parts: { now: number; pause: () => Promise<void> }): Promise<TedPage> {
  if (answer.status === 429) {
    const asked = parseRetryAfter(answer.header('retry-after'), parts.now) ?? 0
    throw new UpstreamRejected(429, Math.max(pauseMs, asked))
  }
  if (answer.status === 400) return refusalIn(answer)
  const rows: unknown[] = []
  const take = (one: unknown) => {
    if (rows.push(one) > pageSize * 2) throw new UpstreamGarbage('wrong_shape')
  }
  const document = await parseJsonLists(answer.body, { name: 'notices', take, pause: parts.pause })
  const { totalNoticeCount, iterationNextToken, timedOut } = checkShape(document, head)
  if (timedOut === true) throw new UpstreamUnreachable('timeout')
  return { kind: 'page', rows, totalCount: totalNoticeCount, token: iterationNextToken ?? null }
}

function refusalIn(answer: UpstreamResponse): TedPage {
  const { error, message } = checkShape(parseJson(answer.body), refusal)
  if (error?.type === 'EXPIRED_ITERATION_TOKEN' || error?.type === 'INVALID_ITERATION_TOKEN') return { kind: 'lost-place' }
  const field = error?.fieldName ?? error?.unsupportedValue ?? fieldNamedIn(message)
  if (field === undefined) throw new UpstreamRejected(400)
  return { kind: 'unknown-field', field }
}

/** What follows the words may be the list of all values that are supported, so that only the first name counts. */
function fieldNamedIn(message = ''): string | undefined {
  return /(?:unsupported value|unknown field)[^A-Za-z0-9]{1,4}([A-Za-z0-9-]{2,80})/i.exec(message.slice(0, 1_000))?.[1]
}
