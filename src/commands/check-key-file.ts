import { statSync } from 'node:fs'
import { ConfigError } from '../config/config.ts'

/** @throws ConfigError when others than its owner may read or change the file of a private key */
export function checkKeyFile(path: string): void {
  const { mode } = statFile(path)
  const open = mode & 0o077
  if (open === 0) return
  const found = (mode & 0o777).toString(8).padStart(3, '0')
  throw new ConfigError([`the key file ${path} is open to other users (mode ${found}): chmod 600 it`])
}

function statFile(path: string) {
  try {
    return statSync(path)
  } catch (error) {
    const { code } = error as { code?: unknown }
    throw new ConfigError([`the key file ${path} can't be read${typeof code === 'string' ? ` (${code})` : ''}`])
  }
}
