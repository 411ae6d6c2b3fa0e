interface Family {
  /** Its HELP and TYPE lines. */
  readonly head: Map<string, string>
  readonly samples: string[]
}

/**
 * Merges several texts in the Prometheus format into one that has every metric once, with the samples of all. A label must tell
 * the samples of each apart.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const families = new Map<string, Family>()
  for (const text of texts) {
    let family = familyOf(families, '')
    for (const line of text.split('\n')) {
      const head = /^# (HELP|TYPE) (\S+)/.exec(line)
      if (head) {
        family = familyOf(families, head[2]!)
        if (!family.head.has(head[1]!)) family.head.set(head[1]!, line)
      } else if (line !== '') family.samples.push(line)
    }
  }
  return [...families.values()].flatMap(({ head, samples }) => [...head.values(), ...samples].map((line) => `${line}\n`)).join('')
}

function familyOf(families: Map<string, Family>, name: string): Family {
  const known = families.get(name)
  if (known) return known
  const made: Family = { head: new Map(), samples: [] }
  families.set(name, made)
  return made
}
