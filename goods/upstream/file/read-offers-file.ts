import { issueMessage, nearestName, plainIssue, type z } from '../door.ts'
import { checkFile, type CheckParts } from './check-file.ts'
import { memberText, type FileFault, type Path } from './file-fault.ts'
import { offersFile, type OffersFile } from './offers-file.ts'
import { parseText, type ParsedText } from './parse-text.ts'

export type FileReading =
  | { readonly kind: 'read'; readonly file: OffersFile }
  | { readonly kind: 'faulty'; readonly faults: readonly FileFault[] }

/** The most faults that are named at once. */
const maxFaults = 50

/** Reads the text of a file of offers, in YAML or JSON, and checks all of it. It names every fault with its place. */
export function readOffersFile(text: string, parts: CheckParts): FileReading {
  const parsed = parseText(text)
  if ('faults' in parsed) return { kind: 'faulty', faults: parsed.faults }
  const read = offersFile.safeParse(parsed.value, { error: issueMessage })
  if (!read.success) return { kind: 'faulty', faults: read.error.issues.slice(0, maxFaults).map((issue) => faultOfIssue(issue, parsed)) }
  const faults = checkFile(read.data, parts).map(({ path, message }) => ({ at: memberText(path), message, ...parsed.placeOf(path) }))
  return faults.length > 0 ? { kind: 'faulty', faults: faults.slice(0, maxFaults) } : { kind: 'read', file: read.data }
}

function faultOfIssue(issue: z.core.$ZodIssue, parsed: ParsedText): FileFault {
  const plain = plainIssue(issue)
  const path = plain.path.map((step) => (typeof step === 'symbol' ? String(step) : step))
  if (issue.code === 'unrecognized_keys') return unknownMember(path, issue.keys, parsed)
  if (issue.code === 'invalid_key') {
    const message = issue.issues[0]?.message ?? plain.message
    return { at: memberText(path), message: `expected ${message}`, ...parsed.placeOf(path, { ofName: true }) }
  }
  return { at: memberText(path), message: `expected ${plain.message}`.replace('; you sent ', ', not '), ...parsed.placeOf(path) }
}

/** A member with a misspelt name is the most usual fault. */
function unknownMember(path: Path, names: readonly string[], parsed: ParsedText): FileFault {
  const [name = ''] = names
  const meant = nearestName(name, membersAt(path))
  const message = `there is no member called "${name.slice(0, 60)}"${meant === null ? '' : `: did you mean ${meant}?`}`
  return { at: memberText([...path, name]), message, ...parsed.placeOf([...path, name], { ofName: true }) }
}

/** The names that members may have at a place of the file. */
function membersAt(path: Path): readonly string[] {
  let schema: unknown = offersFile
  for (const step of path) {
    const { def } = unwrapped(schema)
    if (typeof step === 'number') schema = def.element
    else schema = def.shape === undefined ? def.valueType : def.shape[step]
  }
  return Object.keys(unwrapped(schema).def.shape ?? {})
}

interface Described {
  readonly def: {
    readonly innerType?: unknown
    readonly element?: unknown
    readonly valueType?: unknown
    readonly shape?: Readonly<Record<string, unknown>>
  }
}

/** The schema without its default. */
function unwrapped(schema: unknown): Described {
  const { def } = (schema ?? { def: {} }) as Described
  return def.innerType === undefined ? { def } : unwrapped(def.innerType)
}
