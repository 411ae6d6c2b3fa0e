import { Transform } from 'node:stream'

/** The bytes that one page may still receive. */
export interface TrafficMeter {
  left: number
  /** Called once no bytes are left. */
  exhausted(): void
}

/** Passes bytes on and counts them; ends everything when the page has received too many. */
export function meterStream(meter: TrafficMeter): Transform {
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      const before = meter.left
      meter.left -= chunk.length
      if (meter.left > 0) return done(null, chunk)
      if (before > 0) meter.exhausted()
      stream.destroy()
    },
  })
  stream.on('error', () => stream.destroy())
  return stream
}
