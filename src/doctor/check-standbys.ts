import { counted, type Finding, type FindingMaker } from '../goods/finding.ts'
import type { StandbyFacts } from '../store/postgres/inspect-postgres.ts'

const page = 'docs/operate/failover.md'

/** What a failover would lose: everything that the standby does not have yet when the primary is gone. */
export function standbyFaults(make: FindingMaker, { named, streaming, synchronous, names, commit }: StandbyFacts): Finding[] {
  if (streaming === 0 && names.trim() !== '') {
    const fix = `start the standby that synchronous_standby_names = '${names}' means, or empty that setting: until then every write waits`
    return [make.fault('commits wait for a standby, and none is connected', fix, 'synchronous_standby_names')]
  }
  if (streaming === 0) {
    if (named < 2) return []
    const fix = `let a standby stream from it (${page}): until then nothing can take over`
    return [make.warning(`DATABASE_URL names ${named} hosts, and no standby streams from the one that takes writes`, fix)]
  }
  const waitsForNone = names.trim() === '' || commit === 'local' || commit === 'off' || synchronous === 0
  if (!waitsForNone) return []
  const standby = streaming === 1 ? 'its standby is' : `its ${counted(streaming, 'standby', 'standbys')} are`
  const fix = `set synchronous_standby_names (and synchronous_commit = on), or know what a failover costs (${page})`
  return [
    make.warning(`${standby} not synchronous: a failover loses the payments of its last moments, which are found again on the chains`, fix),
  ]
}
