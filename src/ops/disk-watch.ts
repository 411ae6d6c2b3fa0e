import { statfs } from 'node:fs/promises'
import { alarmFields } from '../shared/alarm.ts'
import type { Log } from '../shared/log.ts'
import type { Metrics } from '../shared/metrics.ts'

/** Looks how much room is left where the service writes. */
export interface DiskWatch {
  /** Measures, and logs what has changed. To be called every few seconds. @throws where the directory can't be read */
  look(): Promise<void>
  isLow(): boolean
}

export interface DiskWatchParts {
  readonly directory: string
  readonly log: Log
  readonly metrics: Metrics
  /** Bytes of the file system: what is left for us, and all of them. */
  readonly measure?: (directory: string) => Promise<{ readonly free: number; readonly size: number }>
}

/** Below it the room is low; on a small disk below a tenth of it. */
const lowBytes = 2e9
const lowShare = 0.1
/** Factor. When the disk has this much more room than the limit, there is enough again. */
const enough = 1.1

export function createDiskWatch({ directory, log, metrics, measure = measureDisk }: DiskWatchParts): DiskWatch {
  const freeBytes = metrics.gauge('farthing_disk_free_bytes', 'Space left for the service where DATA_DIR is')
  let low = false
  return {
    async look() {
      const { free, size } = await measure(directory)
      freeBytes.set(free)
      const limit = Math.min(lowBytes, size * lowShare)
      const wasLow = low
      low = free < limit * (wasLow ? enough : 1)
      if (low && !wasLow)
        log.error(
          { ...alarmFields('disk_full'), freeMb: inMb(free) },
          'little room is left where DATA_DIR is; logged again when there is more',
        )
      else if (wasLow && !low) log.info({ freeMb: inMb(free) }, 'there is room again where DATA_DIR is')
    },
    isLow: () => low,
  }
}

async function measureDisk(directory: string): Promise<{ readonly free: number; readonly size: number }> {
  const { bavail, blocks, bsize } = await statfs(directory)
  return { free: bavail * bsize, size: blocks * bsize }
}

function inMb(bytes: number): number {
  return Math.floor(bytes / 1e6)
}
