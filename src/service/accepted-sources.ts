import { SettingError } from '../ops/setting.ts'
import { readSourceNames } from '../ops/source-names-file.ts'
import type { Log } from '../shared/log.ts'

/** The sources with which the operator has a contract, while the service runs. */
export interface AcceptedSources {
  /** Always as the settings and the file are now. */
  readonly names: ReadonlySet<string>
  /** Reads the file again. While it is wrong, its earlier content stays valid. */
  refresh(): void
}

/** @param byContract sources whose answers may be sold only under a contract @param named by `SOURCES_ACCEPTED` @param path of a file that names further ones @throws SettingError when the file is wrong at the start */
export function createAcceptedSources({
  named,
  path,
  byContract: ids,
  log,
}: {
  readonly named: readonly string[]
  readonly path: string | null
  readonly byContract: readonly string[]
  readonly log: Log
}): AcceptedSources {
  const byContract = new Set(ids)
  const names = new Set([...named, ...(path === null ? [] : readKnown(path, byContract))])
  let wrong: string | null = null

  const take = (wanted: ReadonlySet<string>) => {
    const [added, removed] = [[...wanted].filter((id) => !names.has(id)), [...names].filter((id) => !wanted.has(id))]
    for (const id of added) names.add(id)
    for (const id of removed) names.delete(id)
    if (added.length + removed.length > 0) log.info({ on: added, off: removed }, 'sources of SOURCES_ACCEPTED_FILE changed')
  }

  return {
    names,
    refresh() {
      if (path === null) return
      try {
        take(new Set([...named, ...readKnown(path, byContract)]))
        wrong = null
      } catch (error) {
        if (!(error instanceof SettingError)) throw error
        if (error.message !== wrong)
          log.error({ path, reason: error.message }, 'SOURCES_ACCEPTED_FILE is wrong: its earlier content stays valid')
        wrong = error.message
      }
    },
  }
}

/** A name that is not one of a source is a mistake, and a contract that ended must not stay in force because of it. */
function readKnown(path: string, byContract: ReadonlySet<string>): ReadonlySet<string> {
  const names = readSourceNames(path)
  const unknown = [...names].filter((id) => !byContract.has(id))
  if (unknown.length > 0) {
    throw new SettingError(`names a file with ${unknown.join(', ')}: it may name ${[...byContract].join(', ')}`)
  }
  return names
}
