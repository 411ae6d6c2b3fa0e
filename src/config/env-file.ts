import { readFileSync, statSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { ConfigError, secretVariables } from './config.ts'

/** A file of settings can't be read. */
export class EnvFileError extends Error {
  override readonly name = 'EnvFileError'
}

/**
 * Adds the variables of files with lines of `NAME=value` to the environment. What the environment has already stays, so that one setting
 * can be changed for one command; of two files the later one counts.
 * @throws EnvFileError where a file can't be read; ConfigError where other users can read a secret in it
 */
export function addEnvFiles(files: readonly string[], env: Record<string, string | undefined> = process.env): void {
  const given = Object.assign({}, ...files.map(readEnvFile)) as Record<string, string>
  for (const [name, value] of Object.entries(given)) env[name] ??= value
}

function readEnvFile(file: string): Record<string, string | undefined> {
  try {
    const given = parseEnv(readFileSync(file, 'utf8'))
    const mode = statSync(file).mode & 0o777
    // A network that the same file names is not known yet, nor are its nodes.
    const nodes = Object.keys(given).filter((name) => /^(?:READ_)?RPC_URL_/.test(name))
    const secret = [...secretVariables(), ...nodes].find((name) => given[name]?.trim())
    if (secret !== undefined && (mode & 0o077) !== 0)
      throw new ConfigError([
        `${secret} is in ${file}, which is open to other users (mode ${mode.toString(8).padStart(3, '0')}): chmod 600 ${file}`,
      ])
    return given
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new EnvFileError(`the file of --env-file can't be read: ${file} ${reasons[code] ?? `failed (${code})`}`)
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'does not exist',
  ENOTDIR: 'does not exist',
  EACCES: 'may not be read by this user',
  EISDIR: 'is a directory',
}
