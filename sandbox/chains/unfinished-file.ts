import { join } from 'node:path'

/** A file in the sandbox's directory while the history of a new chain is being written. The owner removes it when that is done. */
export function unfinishedFile(directory: string, chainId: number): string {
  return join(directory, 'chains', `${chainId}.unfinished`)
}
