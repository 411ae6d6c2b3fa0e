import { constants } from 'node:fs'
import { access, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { findingsOf, type Finding } from '../goods/finding.ts'
import type { Mode } from '../shared/mode.ts'

const disk = findingsOf('disk')
const files = findingsOf('files')

/** With less than the first the service is close to refusing calls; the second leaves days to act. */
const tooLittle = 200_000_000
const little = 2_000_000_000
/** Types of file systems, as `statfs` gives them: what is in memory, and the writable layer of a container. */
const inMemory = 0x01021994
const ofContainer = 0x794c7630

/** The file system of a directory: free bytes, and its type as `statfs` has it. */
export type ReadDisk = (path: string) => Promise<{ readonly free: number; readonly type: number }>

export const readDisk: ReadDisk = async (path) => {
  const { bavail, bsize, type } = await statfs(path)
  return { free: bavail * bsize, type }
}

/** Whether the data directory can be written to, has room, and outlives the machine's next start. */
export async function checkDisk(dataDir: string, mode: Mode, read: ReadDisk = readDisk): Promise<readonly Finding[]> {
  const there = await stat(dataDir).catch(() => null)
  if (there !== null && !there.isDirectory()) return [disk.fault(`${dataDir} is no directory`, 'set DATA_DIR to a directory', 'DATA_DIR')]
  const place = there === null ? await nearestParent(dataDir) : dataDir
  const objection = await objectionToWriting(place)
  if (objection !== null) {
    const fix = `give the user of the service the directory: chown and chmod 700 ${place}, or mount its file system for writing`
    return [disk.fault(`nothing can be written in ${place}: ${objection}`, fix, 'DATA_DIR')]
  }
  const { free, type } = await read(place)
  const size = `${(free / 1e9).toFixed(1)} GB free in ${dataDir}`
  const room = `make room on this file system, or move DATA_DIR to a larger one; a full disk stops all sales`
  const found: Finding[] = []
  if (free < tooLittle) found.push(disk.fault(`only ${(free / 1e6).toFixed(0)} MB free in ${dataDir}`, room, 'DATA_DIR'))
  else if (free < little) found.push(disk.warning(`only ${(free / 1e6).toFixed(0)} MB free in ${dataDir}`, room, 'DATA_DIR'))
  if (mode === 'live' && (type === inMemory || type === ofContainer)) {
    const where =
      type === inMemory ? 'in memory: it is lost when the machine stops' : 'in the container itself: it is lost with the container'
    found.push(disk.fault(`${dataDir} is ${where}`, 'mount a volume or a disk there, and point DATA_DIR to it', 'DATA_DIR'))
  }
  return found.length > 0 ? found : [disk.ok(there === null ? `${size}; it is made at the first start` : size, 'DATA_DIR')]
}

async function nearestParent(path: string): Promise<string> {
  const parent = join(path, '..')
  return (await stat(parent).catch(() => null)) === null && parent !== path ? nearestParent(parent) : parent
}

async function objectionToWriting(directory: string): Promise<string | null> {
  try {
    await access(directory, constants.R_OK | constants.W_OK | constants.X_OK)
    return null
  } catch (error) {
    const { code } = error as { readonly code?: string }
    return code === 'EROFS' ? 'its file system is mounted for reading only' : `this user may not (${code ?? 'unknown'})`
  }
}

/** What the service keeps there holds signatures, answers and a secret. */
const privateFiles = ['.', 'farthing.db', 'farthing.db-wal', 'mpp-secret', 'answers', 'ledger-backup', 'instance']

/** Whether other users of the machine can read what the service keeps. Settings from files are checked when they are read. */
export async function checkFiles(dataDir: string): Promise<readonly Finding[]> {
  const found = await Promise.all(
    privateFiles.map(async (name): Promise<readonly Finding[]> => {
      const path = name === '.' ? dataDir : join(dataDir, name)
      const there = await stat(path).catch(() => null)
      // What is inside of a closed directory is closed.
      if (there === null || (there.mode & 0o077) === 0) return []
      const mode = (there.mode & 0o777).toString(8).padStart(3, '0')
      return [
        files.fault(
          `other users can reach ${path} (mode ${mode})`,
          `chmod ${there.isDirectory() ? '700' : '600'} ${path}`,
          name === '.' ? 'DATA_DIR' : name,
        ),
      ]
    }),
  )
  const directory = found[0] ?? []
  const open = directory.length === 0 ? [] : found.flat()
  return open.length > 0 ? open : [files.ok('nobody else can read what the service keeps')]
}
