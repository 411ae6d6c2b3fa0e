/** One line of the demo: the call, its cost, and its settlement. */
export interface DemoLine {
  readonly scene: string
  readonly what: string
  readonly status: number
  /** USD charged, a decimal string. */
  readonly charged: string
  readonly transaction: string | null
  /** Ledger state, null where there is no payment. */
  readonly state: string | null
}

export interface Printer {
  scene(title: string): void
  line(line: DemoLine): void
  note(text: string): void
  fail(text: string): void
}

/** Prints text for people, or one JSON object per line for scripts. */
export function createPrinter(json: boolean): Printer & { readonly failures: readonly string[] } {
  const failures: string[] = []
  const put = (text: string) => process.stdout.write(`${text}\n`)
  return {
    failures,
    scene: (title) => put(json ? JSON.stringify({ scene: title }) : `\n${title}`),
    line(line) {
      if (json) return put(JSON.stringify(line))
      const cost = line.charged === '0' ? 'not charged' : `$${line.charged}`
      put(`  ${line.what.padEnd(44)} ${line.status}  ${cost.padEnd(12)} ${(line.state ?? '-').padEnd(10)} ${line.transaction ?? ''}`)
    },
    note: (text) => put(json ? JSON.stringify({ note: text }) : `  ${text}`),
    fail(text) {
      failures.push(text)
      put(json ? JSON.stringify({ failure: text }) : `  FAILED: ${text}`)
    },
  }
}
