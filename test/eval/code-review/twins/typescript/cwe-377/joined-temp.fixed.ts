import { writeFile, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export async function keepUpload(content: Buffer): Promise<string> {
  const file = join(await mkdtemp(join(tmpdir(), 'upload-')), 'upload.bin')
  await writeFile(file, content)
  return file
}
