import type { Path } from './file-fault.ts'

/** Something that is wrong with a member of the file. */
export interface Found {
  readonly path: Path
  readonly message: string
}
