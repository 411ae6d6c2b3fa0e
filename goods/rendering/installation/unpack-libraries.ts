import { createReadStream } from 'node:fs'
import { rename, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createBrotliDecompress } from 'node:zlib'
import { openBrowserDirectory, readableByAll, setMode } from './browser-directory.ts'

const blockBytes = 512
const maxUnpackedBytes = 50_000_000

/**
 * Unpacks the shared libraries that come with the npm package (NSS and expat), for machines that lack them, and gives their
 * directory. Only plain files are taken, by their last name.
 */
export async function unpackLibraries(packed: string, directory: string): Promise<string> {
  const home = join(await openBrowserDirectory(directory), 'libraries')
  const unfinished = `${home}.${process.pid}`
  try {
    await openBrowserDirectory(unfinished)
    for (const { name, content } of filesOf(await unpacked(join(packed, 'al2023.tar.br')))) {
      const path = join(unfinished, name)
      await writeFile(path, content, { mode: readableByAll })
      await setMode(path, readableByAll)
    }
    await rm(home, { recursive: true, force: true })
    await rename(unfinished, home)
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
  return home
}

async function unpacked(path: string): Promise<Buffer> {
  const pieces: Buffer[] = []
  let length = 0
  for await (const piece of createReadStream(path).pipe(createBrotliDecompress()) as AsyncIterable<Buffer>) {
    length += piece.length
    if (length > maxUnpackedBytes) throw new Error('the packed libraries are too large')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** The plain files of a tar archive (POSIX.1-1988, ustar). */
function* filesOf(tar: Buffer): Generator<{ readonly name: string; readonly content: Buffer }> {
  for (let at = 0; at + blockBytes <= tar.length && tar[at] !== 0;) {
    const name = basename(tar.toString('latin1', at, at + 100).replace(/\0.*$/s, ''))
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 136), 8)
    const kind = tar.toString('latin1', at + 156, at + 157)
    const start = at + blockBytes
    if ((kind === '0' || kind === '\0') && name !== '') yield { name, content: tar.subarray(start, start + size) }
    at = start + Math.ceil(size / blockBytes) * blockBytes
  }
}
