import { join } from 'node:path'

/** Stands in a sandbox's directory while the past of a new chain is being written. The owner removes it when that is done. */
export function unfinishedFile(directory: string, chainId: number): string {
  return join(directory, 'chains', `${chainId}.unfinished`)
}
