import { createHash } from 'node:crypto'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { ModelFault } from './model-fault.ts'
import { neededFiles, type ModelManifest } from './model-manifest.ts'

/** Hashing a piece of this size takes about a millisecond. */
const pieceBytes = 512 * 1_024

/**
 * Reads a file into memory, piece by piece, and compares it with its entry in the manifest.
 * @throws ModelFault when it is missing, has another size or other content
 */
export async function readModelFile(directory: string, name: string, { files }: Pick<ModelManifest, 'files'>): Promise<ArrayBuffer> {
  const expected = files[name]
  if (!expected) throw new ModelFault(name, 'not listed in manifest.json')
  await checkSize(directory, name, expected.bytes)
  const content = new ArrayBuffer(expected.bytes)
  const target = new Uint8Array(content)
  const hash = createHash('sha256')
  await using file = await open(join(directory, name), 'r')
  const piece = Buffer.alloc(Math.min(pieceBytes, expected.bytes))
  let at = 0
  while (at < expected.bytes) {
    const { bytesRead } = await file.read(piece, 0, Math.min(piece.length, expected.bytes - at), at)
    if (bytesRead === 0) break
    const read = piece.subarray(0, bytesRead)
    hash.update(read)
    target.set(read, at)
    at += bytesRead
  }
  if (at !== expected.bytes || hash.digest('hex') !== expected.sha256) throw new ModelFault(name, 'not the file that manifest.json lists')
  return content
}

/** Looks at the sizes of all files, which costs next to nothing. @throws ModelFault */
export async function checkSizes(directory: string, manifest: ModelManifest): Promise<void> {
  for (const name of neededFiles(manifest)) await checkSize(directory, name, manifest.files[name]?.bytes ?? 0)
}

async function checkSize(directory: string, name: string, bytes: number): Promise<void> {
  const found = await stat(join(directory, name)).catch(() => {
    throw new ModelFault(name, 'missing')
  })
  if (found.size !== bytes) throw new ModelFault(name, `${found.size} bytes long, not ${bytes}`)
}
