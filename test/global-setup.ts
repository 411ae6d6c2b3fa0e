import { chmod, mkdir, mkdtemp, readdir, rm, statfs } from 'node:fs/promises'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

/** A file system in memory. There a ledger's fsync costs nothing: a test kills processes, never the machine. */
const memory = '/dev/shm'
const roomInMemory = 6 * 1024 ** 3
const prefix = 'farthing-tests-'

/**
 * What all test files of a run share: a directory for what a worker process keeps until its end (`shared-sandbox.ts`,
 * `start-postgres.fixture.ts`) and one for temporary files. Returns a function that removes them.
 */
export async function setup(): Promise<() => Promise<void>> {
  const place = (await hasRoom(memory)) ? memory : tmpdir()
  await removeLeftovers(place)
  const directory = await mkdtemp(join(place, `${prefix}${process.pid}-`))
  // PostgreSQL runs as another user.
  await chmod(directory, 0o711)
  process.env['TEST_RUN_DIRECTORY'] = directory
  process.env['TMPDIR'] = join(directory, 'tmp')
  await mkdir(process.env['TMPDIR'])
  // So does the browser, whatever the umask is.
  await chmod(process.env['TMPDIR'], 0o755)
  return async () => {
    // The chains of a process that has ended may still write their state.
    await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function hasRoom(directory: string): Promise<boolean> {
  if (freemem() < roomInMemory) return false
  const { bavail, bsize } = await statfs(directory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize >= roomInMemory
}

/** Removes what a run that was killed left behind. */
async function removeLeftovers(place: string): Promise<void> {
  for (const name of await readdir(place)) {
    const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : Number.NaN
    if (!Number.isNaN(pid) && !isAlive(pid)) await rm(join(place, name), { recursive: true, force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
