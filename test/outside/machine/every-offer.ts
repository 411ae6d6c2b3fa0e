import { setTimeout as sleep } from 'node:timers/promises'
import { privateKeyToAccount } from 'viem/accounts'
import { settlementOf, stockClient } from '../../../sandbox/demo/stock-client.ts'
import { requestsOf, type DocumentedRequest } from '../../e2e/documented-requests.ts'
import { fromInside } from '../../support/from-inside.ts'

/** A call waits for a block of the chain most of its time. */
const atOnce = 4
/** Milliseconds in which all that is sold has to become available. */
const patienceMs = 120_000

type Json = Record<string, any>

/** What a call of an operation gave. */
export interface Called {
  /** Its method and path. */
  readonly call: string
  readonly status: number
  readonly paid: boolean
  /** What is wrong with the answer; null when nothing is. */
  readonly fault: string | null
}

/**
 * Calls every operation of /openapi.json with its own example, paid for by the stock client from the wallet that the sandbox lends.
 * @param only methods and paths of those that are called; without it, all
 */
export async function callEveryOffer(url: string, only?: readonly string[]): Promise<readonly Called[]> {
  const [document, sandbox] = (await Promise.all(['/openapi.json', '/sandbox'].map(async (path) => (await fetch(url + path)).json()))) as [
    Json,
    Json,
  ]
  const buy = stockClient(privateKeyToAccount(sandbox['payer'].privateKey), [])
  const validate = validatorOf(document)
  const until = Date.now() + patienceMs
  const called: Called[] = []
  const waiting = requestsOf(document).filter((request) => only?.includes(callOf(request)) ?? true)
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) called.push(await callOne(next, buy, validate, until))
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
  return called
}

const callOf = ({ url, init }: DocumentedRequest): string => `${init.method} ${new URL(url).pathname}`

type Validate = (request: DocumentedRequest, answer: unknown) => string | null

async function callOne(request: DocumentedRequest, buy: typeof fetch, validate: Validate, until: number): Promise<Called> {
  const call = callOf(request)
  for (;;) {
    const response = await buy(request.url, request.init)
    const text = await response.text()
    const { status } = response
    const paid = settlementOf(response)?.success === true
    if (status === 200) return { call, status, paid, fault: validate(request, JSON.parse(text)) }
    // On a busy machine, models and lists may take longer to load than a call waits: it was not charged, and its caller is asked to come again.
    const { retryable, credit, retryAfterSeconds = 1 } = JSON.parse(text) as Json
    if (retryable !== true || credit !== undefined || Date.now() > until) return { call, status, paid, fault: text.slice(0, 300) }
    await sleep(Math.min(retryAfterSeconds as number, 5) * 1_000)
  }
}

interface Ajv {
  compile(schema: unknown): { (value: unknown): boolean; readonly errors: unknown }
}

/** It brings Ajv. */
const sdk = '@modelcontextprotocol/sdk/types.js'

/** Ajv, which reads schemas as OpenAPI 3.1 has them. */
function validatorOf(document: Json): Validate {
  const { Ajv2020 } = fromInside(sdk, 'ajv/dist/2020.js') as { readonly Ajv2020: new (options: Json) => Ajv }
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  ;(fromInside(sdk, 'ajv-formats') as { readonly default: (of: Ajv) => void }).default(ajv)
  return ({ operation }, answer) => {
    const { schema } = operation['responses']['200'].content['application/json'] as Json
    // It refers to parts of the whole document.
    const check = ajv.compile({ ...schema, components: document['components'] })
    return check(answer) ? null : JSON.stringify(check.errors)
  }
}
