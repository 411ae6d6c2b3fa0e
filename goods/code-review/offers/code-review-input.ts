import { z } from '../../../src/goods/door.ts'
import type { ReviewCodeInput } from '../review/code-review.ts'
import { languageNamed } from '../languages.ts'

/** Of all files together, in UTF-8. */
const maxBytes = 100 * 1024
const maxFiles = 10

/** Code of at most so many characters. */
export const codeOf = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .refine((text) => text.trim() !== '', 'some code')

const code = codeOf(maxBytes)

export const filenameOf = z
  .string()
  .min(1)
  .max(200)
  // oxlint-disable-next-line no-control-regex -- these may not be in a name
  .refine((name) => !/[\u0000-\u001F\u007F]/.test(name) && name.isWellFormed(), 'a name without control characters')

export const languageOf = z
  .string()
  .max(30)
  .refine((name) => languageNamed(name) !== null, 'a language such as python, javascript, typescript, shell, go or java')
  .describe('Default: by filename or content')

export const codeReviewBody = z
  .object({
    code: code.optional().describe('One file; instead of it files'),
    filename: filenameOf.optional().describe('Of code'),
    language: languageOf.optional(),
    files: z
      .array(z.object({ name: filenameOf, code, language: languageOf.optional() }))
      .min(1)
      .max(maxFiles)
      .refine((files) => new Set(files.map(({ name }) => name)).size === files.length, 'files with different names')
      .optional()
      .describe('Together at most 100 KB'),
  })
  .refine((body) => (body.code === undefined) !== (body.files === undefined), 'one of code and files')
  .refine((body) => bytesOf(body) <= maxBytes, `at most ${maxBytes} bytes of code`)

type CodeReviewBody = z.output<typeof codeReviewBody>

function bytesOf({
  code = '',
  files = [],
}: {
  readonly code?: string | undefined
  readonly files?: readonly { readonly code: string }[] | undefined
}): number {
  return [code, ...files.map((file) => file.code)].reduce((sum, text) => sum + Buffer.byteLength(text), 0)
}

/** The submission as the engine takes it. A file without a name has the empty name. */
export function submissionOf({ code = '', filename = '', language, files }: CodeReviewBody): ReviewCodeInput {
  const common = language ?? null
  if (files) return { files: files.map((file) => ({ name: file.name, code: file.code, language: file.language ?? common })) }
  return { files: [{ name: filename, code, language: common }] }
}

export function sizeOf(body: CodeReviewBody): { readonly bytes: number; readonly fileCount: number } {
  return { bytes: bytesOf(body), fileCount: body.files?.length ?? 1 }
}
