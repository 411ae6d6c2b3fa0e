/** A fenced block: its language, and the word after it: the name of the file to save it as, or `install`. */
export interface ReadmeBlock {
  readonly language: string
  readonly file: string | null
  readonly code: string
}

/** The fenced blocks of a document, with the sandbox's usual address replaced by the one of a test. */
export function readmeBlocks(document: string, url: string): readonly ReadmeBlock[] {
  return [...document.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm)].map(([, language, file, code]) => ({
    language: language!,
    file: file ?? null,
    code: code!.replaceAll('http://127.0.0.1:4020', url),
  }))
}
