import type { ListedAddress } from '../listed-entry.ts'

/**
 * Finds blockchain addresses in running text, only in unambiguous forms: `0x` and 40 hex digits, bech32 of Bitcoin, and text that
 * is introduced as a digital currency address.
 */
export function chainAddressesIn(text: string): ListedAddress[] {
  if (!/[0-9A-Za-z]{20}/.test(text)) return []
  const introduced = [...text.matchAll(/Digital Currency Address - ([A-Z0-9]{2,10})[\s:]+([A-Za-z0-9]{20,120})/g)]
  const found = new Map<string, ListedAddress>(introduced.map(([, currency = '', address = '']) => [address, { currency, address }]))
  for (const [address] of text.matchAll(/\b(?:0x[0-9a-fA-F]{40}|bc1[02-9ac-hj-np-z]{25,87})\b/g)) {
    if (!found.has(address)) found.set(address, { currency: null, address })
  }
  return [...found.values()]
}

/** Whether a text has the form of a blockchain address, so that it cannot be a name. */
export function looksLikeChainAddress(text: string): boolean {
  if (/^0x[0-9a-f]{40,64}$/i.test(text)) return true
  return /^[A-Za-z0-9]{25,120}$/.test(text) && /\d/.test(text) && /[A-Za-z]/.test(text)
}

/** The form in which addresses are compared: exactly, but hex and bech32 in any case. */
export function addressKey(address: string): string {
  const trimmed = address.trim()
  return /^0x[0-9a-f]+$/i.test(trimmed) || /^(?:bc|tb|ltc)1[0-9a-z]+$/i.test(trimmed) ? trimmed.toLowerCase() : trimmed
}
