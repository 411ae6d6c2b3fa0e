import { ipLiteral, isPublicAddress } from '../door.ts'

/** Names that never lead to the public internet. */
const privateName = /(?:^|\.)(?:localhost|local|internal|localdomain|lan|home|corp|intranet|private|home\.arpa)$/

/** Why an address can be used only where the file says that it is private; null where it looks public. Names are resolved when it is called. */
export function needsPrivate(address: string): string | null {
  const { protocol, hostname } = new URL(address)
  const literal = ipLiteral(hostname)
  if (literal !== null && !isPublicAddress(literal)) return `${hostname} is not an address of the public internet`
  if (literal === null && (privateName.test(hostname) || !hostname.includes('.'))) return `${hostname} is a name of a private network`
  return protocol === 'http:' ? 'it is plain http, which anybody on the way can read and change' : null
}
