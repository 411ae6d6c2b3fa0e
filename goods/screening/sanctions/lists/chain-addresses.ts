import type { ListedAddress } from '../listed-entry.ts'
import { walletForm } from './wallet-form.ts'

/**
 * Finds blockchain addresses in running text, only in unambiguous forms: `0x` and 40 hex digits, words with the checksum of an address,
 * and text that is introduced as a digital currency address.
 */
export function chainAddressesIn(text: string): ListedAddress[] {
  if (!/[0-9A-Za-z]{20}/.test(text)) return []
  const introduced = [...text.matchAll(/Digital Currency Address - ([A-Z0-9]{2,10})[\s:]+([A-Za-z0-9]{20,120})/g)]
  const found = new Map<string, ListedAddress>(introduced.map(([, currency = '', address = '']) => [address, { currency, address }]))
  for (const [address] of text.matchAll(/\b(?:0x[0-9a-fA-F]{40}|[0-9A-Za-z]{26,106})\b/g)) {
    if (!found.has(address) && (address.startsWith('0x') || walletForm(address) === 'whole'))
      found.set(address, { currency: null, address })
  }
  return [...found.values()]
}

/** The form in which addresses are compared: exactly, but hex, bech32 and those of Bitcoin Cash in any case. */
export function addressKey(address: string): string {
  const trimmed = address.trim()
  const lower = trimmed.toLowerCase()
  const evm = /^(?:0x|xdc)?([0-9a-f]{40})$/.exec(lower)
  if (evm) return `0x${evm[1]}`
  const cash = /^(?:bitcoincash:)?([qp][02-9ac-hj-np-z]{41})$/.exec(lower)
  if (cash) return cash[1] ?? lower
  return /^0x[0-9a-f]+$/.test(lower) || /^(?:bc|tb|ltc)1[0-9a-z]+$/.test(lower) ? lower : trimmed
}
