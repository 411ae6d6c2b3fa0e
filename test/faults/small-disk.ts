import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Where the service keeps its data, and where nothing can be written for as long as it is full. */
export interface SmallDisk {
  readonly directory: string
  /** How it is made full. */
  readonly kind: 'file system' | 'process limit'
  /** Leaves room for `roomBytes`. `pid` is the service's process. */
  fill(pid: number, roomBytes: number): void
  free(pid: number): void
  close(): void
}

const sizeMb = 256
const ballast = 'ballast'
const block = Buffer.alloc(1024 * 1024)

const run = (program: string, words: readonly string[]) => execFileSync(program, words, { stdio: 'ignore' })

/** A file system of its own in memory where that is allowed (root); elsewhere a directory, and a limit on the files of the process. */
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
  const file = join(directory, ballast)
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
        // The service wrote meanwhile: full all the same.
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
      // It has just been killed: its successor has no limit.
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
