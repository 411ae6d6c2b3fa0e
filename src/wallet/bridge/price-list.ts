import { parseObject } from '../parse-object.ts'
import { PaymentDeclined } from '../payment-declined.ts'
import type { MoneyWorld } from './spending-book.ts'
import type { Json, ToolServer } from './tool-server.ts'

/** What the tools of a service cost, as it says itself, and in which kind of money. */
export interface PriceList {
  readonly world: MoneyWorld
  /** Prices in USDC base units by the name of the tool. */
  readonly prices: ReadonlyMap<string, bigint>
}

/** Reads the price list of a Farthing service. @throws PaymentDeclined `not_payable` when it can't be read; ServerUnreachable */
export async function readPriceList(server: ToolServer): Promise<PriceList> {
  const { contents } = await server.request('resources/read', { uri: 'farthing://prices' }).catch((error: unknown) => {
    if ((error as { name?: unknown }).name === 'ServerUnreachable') throw error
    throw new PaymentDeclined('not_payable', 'the service has no price list (farthing://prices)')
  })
  const [first] = Array.isArray(contents) ? (contents as unknown[]) : []
  const text = (first as { text?: unknown } | undefined)?.text
  // A service from before there was `playMoney` takes play money where its data are simulated.
  const { simulated, playMoney = simulated, currency, tools } = parseObject(Buffer.from(typeof text === 'string' ? text : ''))
  if (typeof playMoney !== 'boolean' || currency !== 'USDC' || !Array.isArray(tools))
    throw new PaymentDeclined('not_payable', "the service's price list can't be read")
  return { world: playMoney ? 'sandbox' : 'live', prices: new Map((tools as Json[]).flatMap(priceOf)) }
}

function priceOf(entry: Json | null): [string, bigint][] {
  const { tool, priceBaseUnits } = entry ?? {}
  return typeof tool === 'string' && typeof priceBaseUnits === 'string' && /^\d{1,30}$/.test(priceBaseUnits)
    ? [[tool, BigInt(priceBaseUnits)]]
    : []
}
