import type { HeaderReader } from '../../payments/wire/protocol.ts'

/**
 * Whether a foreign web page may be behind this request, through a DNS name that it pointed at us (DNS rebinding; MCP,
 * Streamable HTTP, security warning). Null, or what is wrong.
 *
 * `Host` must be our public name, a name of this machine, or an address: none of these can be rebound. Pages of any origin
 * may call a public service, since it keeps no session that they could use. A service whose public address is on this
 * machine takes calls only from pages of this machine.
 */
export function foreignPage(headers: HeaderReader, publicUrl: string, behindProxy: boolean): string | null {
  const ours = new URL(publicUrl).hostname
  const host = headers.get('host')
  // Browsers always send it. A trusted proxy may have replaced it, and then it says nothing about the browser.
  if (host !== null && (!behindProxy || isLocal(ours))) {
    const name = hostnameOf(`http://${host}`)
    if (name === null || !(name === ours || isLocalName(name) || isAddress(name))) {
      return `The Host header must name this service: ${new URL(publicUrl).host}.`
    }
  }
  const origin = headers.get('origin')
  if (origin === null || !isLocal(ours)) return null
  const page = hostnameOf(origin)
  return page !== null && (page === ours || isLocal(page)) ? null : 'Only web pages on this machine may call a service on this machine.'
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

/** As browsers read it: in lower case, addresses in their usual form. Null for anything that is not an http address. */
function hostnameOf(address: string): string | null {
  if (!/^https?:\/\/[^/?#@\\]+$/i.test(address)) return null
  try {
    return new URL(address).hostname
  } catch {
    return null
  }
}
