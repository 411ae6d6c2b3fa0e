/** One program of a pipeline: its name and its arguments. */
export interface Stage {
  readonly command: string
  readonly args: readonly string[]
}

/** The only programs that a pipeline may start. */
const commands = new Set([
  'apertium-anaphora',
  'apertium-interchunk',
  'apertium-postchunk',
  'apertium-pretransfer',
  'apertium-tagger',
  'apertium-transfer',
  'cg-proc',
  'lrx-proc',
  'lsx-proc',
  'lt-proc',
])

/** What a mode leaves open: how words are written that it can't translate, and nothing for the tagger. */
const parameters: Readonly<Record<string, readonly string[]>> = { $1: ['-g'], $2: [] }

const argument = /'([^']*)'|([^\s'|]+)/g

/**
 * The programs of an Apertium mode, read from its file, so that no shell has to run it. Each flushes its output after a NUL.
 * @returns null for a mode that has anything else in it
 */
export function readMode(text: string): readonly Stage[] | null {
  const stages: Stage[] = []
  for (const part of text.trim().split('|')) {
    const words = [...part.matchAll(argument)].map(([, quoted, plain]) => quoted ?? plain ?? '')
    const [command, ...rest] = words
    if (command === undefined || !commands.has(command)) return null
    const args = rest.flatMap((word) => parameters[word] ?? [word])
    if (args.some((word) => /[$;&<>`\\\n]/.test(word))) return null
    stages.push({ command, args: ['-z', ...args] })
  }
  return stages
}
