import { readFileSync } from 'node:fs'
import { SettingError } from './setting.ts'
import { identifier } from './setting-formats.ts'

const maxBytes = 10_000

/**
 * The sources that a file names, separated by commas, spaces or lines; `#` begins a comment.
 * @throws SettingError
 */
export function readSourceNames(path: string): ReadonlySet<string> {
  const text = readText(path)
  if (text.length > maxBytes) throw new SettingError(`names a file of more than ${maxBytes} bytes`)
  const names = text.replace(/#.*/g, '').split(/[\s,]+/)
  return new Set(names.filter((name) => name !== '').map(nameIn))
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new SettingError('names a file that cannot be read')
  }
}

function nameIn(written: string): string {
  try {
    return identifier(written)
  } catch (error) {
    if (error instanceof SettingError) throw new SettingError(`names a file that is wrong at ${written.slice(0, 60)}: it ${error.message}`)
    throw error
  }
}
