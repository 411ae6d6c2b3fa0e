import { appendFileSync, closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** The addresses that the faucet has funded: one per line, append-only, shared by all processes of a sandbox. */
export interface FundedList {
  has(address: string): boolean
  add(addresses: readonly string[]): void
}

export function openFundedList(file: string): FundedList {
  const known = new Set<string>()
  let read = 0

  /** Reads what any process has appended since the last read, up to the last complete line. */
  function readOn(): void {
    const descriptor = openSync(file, 'a+')
    try {
      const length = fstatSync(descriptor).size - read
      if (length <= 0) return
      const bytes = Buffer.alloc(length)
      const got = bytes.subarray(0, readSync(descriptor, bytes, 0, length, read))
      const whole = got.subarray(0, got.lastIndexOf(10) + 1)
      read += whole.length
      for (const line of whole.toString('utf8').split('\n')) if (line !== '') known.add(line)
    } finally {
      closeSync(descriptor)
    }
  }

  readOn()
  return {
    has(address) {
      const wanted = address.toLowerCase()
      if (known.has(wanted)) return true
      readOn()
      return known.has(wanted)
    },
    add(addresses) {
      const lines = addresses.map((address) => address.toLowerCase()).filter((address) => !known.has(address))
      if (lines.length > 0) appendFileSync(file, lines.map((line) => `${line}\n`).join(''))
      readOn()
    },
  }
}
