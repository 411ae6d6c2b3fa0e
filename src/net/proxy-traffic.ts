import type { Socket } from 'node:net'
import { Transform, type Duplex } from 'node:stream'
import { createMessageCount } from './sent-messages.ts'

/** Counts what passes on one connection to a site. Each call gives whether it may pass; otherwise the connection ends. */
export interface TrafficMeter {
  /** @param messages how many requests or messages end in these bytes */
  sent(bytes: number, messages: number): boolean
  received(bytes: number): boolean
}

/**
 * Joins the near end, which is the browser or what speaks for it, and a site. Every byte is counted before it passes, in both
 * directions. Both ends close together.
 */
export function joinMetered(near: Duplex, socket: Socket, meter: TrafficMeter): void {
  const messages = createMessageCount()
  const up = metered((chunk) => meter.sent(chunk.length, messages(chunk)))
  const down = metered((chunk) => meter.received(chunk.length))
  const close = () => {
    near.destroy()
    socket.destroy()
  }
  for (const stream of [near, socket, up, down]) stream.on('error', close)
  up.once('refused', close)
  down.once('refused', close)
  near.pipe(up).pipe(socket)
  socket.pipe(down).pipe(near)
  near.once('close', close)
  // What the site sent before it closed is still on its way to the near end.
  near.once('finish', close)
  socket.once('close', () => socket.readableEnded || close())
}

function metered(may: (chunk: Buffer) => boolean): Transform {
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      if (may(chunk)) return done(null, chunk)
      stream.emit('refused')
      stream.destroy()
    },
  })
  return stream
}
