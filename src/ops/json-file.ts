import { readFileSync, statSync } from 'node:fs'
import type { z } from 'zod'
import { issueMessage, plainIssue } from '../shared/issue-messages.ts'
import { SettingError } from './setting.ts'

const maxBytes = 4 << 20

/**
 * Reads the file that a setting names, and checks it by a schema.
 * @throws SettingError that says what is wrong with the file, and where
 */
export function readJsonFile<Schema extends z.ZodType>(path: string, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(parsed(textOf(path)), { error: issueMessage })
  if (read.success) return read.data
  const { path: place, message } = plainIssue(read.error.issues[0] as z.core.$ZodIssue)
  throw new SettingError(`names a file that is wrong at ${place.join('.') || 'its top'}: ${message}`)
}

function textOf(path: string): string {
  try {
    if (statSync(path).size > maxBytes) throw new SettingError('names a file of more than 4 MB')
    return readFileSync(path, 'utf8')
  } catch (error) {
    if (error instanceof SettingError) throw error
    const code = (error as { code?: unknown }).code
    throw new SettingError(`names a file that can't be read${typeof code === 'string' ? ` (${code})` : ''}`)
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw new SettingError('names a file that is not JSON')
  }
}
