import { lstat, mkdir } from 'node:fs/promises'

/**
 * Makes a directory that all may read and only we may write. The browser runs as another user, and reads its own files there.
 * @throws when somebody else could have written to it
 */
export async function openBrowserDirectory(path: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o755 })
  const found = await lstat(path)
  if (!found.isDirectory() || found.uid !== process.getuid?.() || (found.mode & 0o022) !== 0) {
    throw new Error(`${path} must be a directory that only this user can write to: name another one in BROWSER_DIR`)
  }
  return path
}
