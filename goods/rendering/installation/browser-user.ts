import { readFile } from 'node:fs/promises'

/** A user of the operating system that owns nothing. */
export interface BrowserUser {
  readonly uid: number
  readonly gid: number
}

const ids = [61_403, 61_404, 61_405]

/**
 * The user that the browser runs as: one that has no account, where we may choose it because we are root. Null where we are
 * not, so the browser can only run as we do.
 */
export async function browserUser(): Promise<BrowserUser | null> {
  if (process.getuid?.() !== 0) return null
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const id = ids.find((one) => !accounts.includes(`:${one}:`))
  return id === undefined ? null : { uid: id, gid: id }
}
