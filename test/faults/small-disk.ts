import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** The disk for the service's data. Nothing can be written to it while it is full. */
export interface SmallDisk {
  readonly directory: string
  /** How it is filled. */
  readonly kind: 'file system' | 'process limit'
  /** Leaves room for `roomBytes`. `pid` is the service's process. */
  fill(pid: number, roomBytes: number): void
  free(pid: number): void
  close(): void
}

const sizeMb = 256
const fillerFile = 'ballast'
const block = Buffer.alloc(1024 * 1024)

const run = (program: string, words: readonly string[]) => execFileSync(program, words, { stdio: 'ignore' })

/** As root, a separate file system in memory; otherwise a directory, and a limit on the size of the files that the process writes. */
export function openSmallDisk(directory: string): SmallDisk {
  mkdirSync(directory, { recursive: true })
  return mounted(directory) ? smallFileSystem(directory) : limitedProcess(directory)
}

function mounted(directory: string): boolean {
  try {
    run('mount', ['-t', 'tmpfs', '-o', `size=${sizeMb}m`, 'farthing-faults', directory])
    return true
  } catch {
    return false
  }
}

function smallFileSystem(directory: string): SmallDisk {
  const file = join(directory, fillerFile)
  const unmount = () => void run('umount', ['-l', directory])
  process.once('exit', unmount)
  return {
    directory,
    kind: 'file system',
    fill(_, roomBytes) {
      const { bavail, bsize } = statfsSync(directory)
      const descriptor = openSync(file, 'w')
      try {
        for (let left = bavail * bsize - roomBytes; left > 0; left -= block.length)
          writeSync(descriptor, block, 0, Math.min(left, block.length))
      } catch {
        // The service wrote at the same time; the disk is full anyway.
      } finally {
        closeSync(descriptor)
      }
    },
    free: () => rmSync(file, { force: true }),
    close() {
      process.off('exit', unmount)
      unmount()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function limitedProcess(directory: string): SmallDisk {
  const limit = (pid: number, size: string) => {
    try {
      run('prlimit', ['--pid', String(pid), `--fsize=${size}:`])
    } catch {
      // The process has just been killed. The next one has no limit.
    }
  }
  return {
    directory,
    kind: 'process limit',
    fill: (pid, roomBytes) => limit(pid, String(4096 + roomBytes)),
    free: (pid) => limit(pid, 'unlimited'),
    close: () => rmSync(directory, { recursive: true, force: true }),
  }
}
