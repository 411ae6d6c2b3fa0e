import type { HeaderReader } from '../../payments/protocol.ts'

/**
 * Whether a page of somebody else may be behind this request, by a name that it made lead to us (DNS rebinding; MCP,
 * Streamable HTTP, security warning). Null, or what is wrong.
 *
 * `Host` must be our public name, a name of this machine, or an address: none of these can be rebound. Pages of any origin
 * may ask a public service, which keeps nothing for them that they could borrow; one that has its public address on this
 * machine is for pages of this machine.
 */
export function foreignPage(headers: HeaderReader, publicUrl: string, behindProxy: boolean): string | null {
  const ours = new URL(publicUrl).hostname
  const host = headers.get('host')
  // Browsers always send it. What a trusted proxy makes of it says nothing of the browser.
  if (host !== null && (!behindProxy || isLocal(ours))) {
    const name = hostnameOf(`http://${host}`)
    if (name === null || !(name === ours || isLocalName(name) || isAddress(name))) {
      return `The Host header must name this service: ${new URL(publicUrl).host}.`
    }
  }
  const origin = headers.get('origin')
  if (origin === null || !isLocal(ours)) return null
  const page = hostnameOf(origin)
  return page !== null && (page === ours || isLocal(page)) ? null : 'Only pages of this machine may ask a service on this machine.'
}

function isLocal(name: string): boolean {
  return isLocalName(name) || name === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(name)
}

function isLocalName(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost')
}

function isAddress(name: string): boolean {
  return name.startsWith('[') || /^\d{1,3}(?:\.\d{1,3}){3}$/.test(name)
}

/** As browsers read it: in lower case, addresses in their usual form. Null for what is no http address. */
function hostnameOf(address: string): string | null {
  if (!/^https?:\/\/[^/?#@\\]+$/i.test(address)) return null
  try {
    return new URL(address).hostname
  } catch {
    return null
  }
}
