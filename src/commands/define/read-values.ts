import { AmountError, usd } from '../../shared/money.ts'
import { findPayingNetwork, payingNetworks, type PayingNetwork } from '../../wallet/paying-networks.ts'
import { UsageError } from './usage-error.ts'

// Values of options that several commands take. Each is refused with the name of its option.

/** @throws UsageError */
export function readUrl(text: string, name: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new UsageError(`${name} must begin with http:// or https://`)
  return url.href
}

/** USDC base units. @throws UsageError */
export function readDollars(text: string, name: string): bigint {
  try {
    return usd(text)
  } catch (error) {
    if (error instanceof AmountError) throw new UsageError(`${name} must be dollars as a decimal number with at most 6 decimal places`)
    throw error
  }
}

/** @throws UsageError */
export function readNetwork(text: string, name: string): PayingNetwork['id'] {
  const network = findPayingNetwork(text)
  if (network === undefined)
    throw new UsageError(`${name} must name one of ${payingNetworks.map(({ slug, id }) => `${slug} (${id})`).join(', ')}`)
  return network.id
}
