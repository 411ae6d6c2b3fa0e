const headerBytes = 5
const handshake = 22
const applicationData = 23

/**
 * Counts what a browser sends in a tunnel. The browser encrypts each request, each message of a WebSocket and each piece of a body as a
 * record of TLS, and the header of a record is readable. Where the tunnel does not begin with a handshake of TLS, each chunk counts as one.
 */
export function createMessageCount(): (chunk: Buffer) => number {
  let isTls: boolean | null = null
  const header = Buffer.alloc(headerBytes)
  /** Bytes of the header that have come, and bytes of the record that are still to come. */
  let [known, left] = [0, 0]
  return (chunk) => {
    if (chunk.length === 0) return 0
    isTls ??= chunk[0] === handshake
    if (!isTls) return 1
    let messages = 0
    for (let at = 0; at < chunk.length;) {
      if (left > 0) {
        const passed = Math.min(left, chunk.length - at)
        left -= passed
        at += passed
        continue
      }
      header[known] = chunk[at] as number
      known += 1
      at += 1
      if (known < headerBytes) continue
      known = 0
      left = header.readUInt16BE(3)
      if (header[0] === applicationData) messages += 1
    }
    return messages
  }
}
