import { copyFile, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openBrowserDirectory, setMode } from './browser-directory.ts'
import { woffToSfnt } from './woff-to-sfnt.ts'

const serifFaces = ['400-normal', '400-italic', '700-normal', '700-italic']
const serifScripts = ['latin', 'latin-ext', 'greek', 'cyrillic']

/** The fonts of npm packages: Latin, Greek and Cyrillic with and without serifs, Devanagari, Arabic, Hebrew, Chinese and kana, Korean, emoji. */
const packagedFonts: Readonly<Record<string, readonly string[]>> = {
  '@embedpdf/fonts-latin': ['Regular', 'Bold', 'Italic', 'BoldItalic'].map((face) => `fonts/NotoSans-${face}.ttf`),
  '@embedpdf/fonts-arabic': ['Regular', 'Bold'].map((face) => `fonts/NotoNaskhArabic-${face}.ttf`),
  '@embedpdf/fonts-hebrew': ['Regular', 'Bold'].map((face) => `fonts/NotoSansHebrew-${face}.ttf`),
  '@fontsource/noto-serif': serifScripts.flatMap((part) => serifFaces.map((face) => `files/noto-serif-${part}-${face}.woff`)),
  '@embedpdf/fonts-sc': ['Regular', 'Bold'].map((face) => `fonts/NotoSansHans-${face}.otf`),
  '@embedpdf/fonts-kr': ['Regular', 'Bold'].map((face) => `fonts/NotoSansKR-${face}.otf`),
  '@fontsource/noto-color-emoji': ['files/noto-color-emoji-emoji-400-normal.woff'],
}

/** Where the operating system keeps its fonts. They come after the packaged ones. */
export const systemFontDirectory = '/usr/share/fonts'

const readableFile = 0o644
const configName = 'fonts.conf'
/** What all the fonts take. */
const usualBytes = 90_000_000

/**
 * Puts the packaged fonts into a directory that the browser reads, and writes the configuration for fontconfig. Gives its
 * path and the packages that are not installed.
 */
export async function installFonts(directory: string): Promise<{ readonly config: string; readonly missing: readonly string[] }> {
  const home = await openBrowserDirectory(join(await openBrowserDirectory(directory), 'fonts'))
  const missing: string[] = []
  for (const [name, files] of Object.entries(packagedFonts)) {
    const root = packageRoot(name)
    if (root === null) missing.push(name)
    else for (const file of files) await installFont(join(root, file), home)
  }
  const config = join(home, configName)
  await writeWhole(config, fontConfig(home))
  return { config, missing }
}

/** Bytes that the packaged fonts take in a directory: none where they are there already. */
export async function bytesOfFonts(directory: string): Promise<number> {
  const isThere = (await stat(join(directory, 'fonts', configName)).catch(() => null)) !== null
  return isThere || packageRoot('@embedpdf/fonts-sc') === null ? 0 : usualBytes
}

function packageRoot(name: string): string | null {
  try {
    // The packages export their code or their style sheet, each in a folder or at the top.
    let at = dirname(fileURLToPath(import.meta.resolve(name)))
    while (!at.endsWith(name) && at !== '/') at = dirname(at)
    return at === '/' ? null : at
  } catch {
    return null
  }
}

async function installFont(source: string, home: string): Promise<void> {
  const isWoff = source.endsWith('.woff')
  const target = join(home, basename(source).replace(/\.woff$/, '.ttf'))
  const [from, to] = await Promise.all([stat(source), stat(target).catch(() => null)])
  // One of an earlier version may be closed to the browser's user.
  if (to && to.mtimeMs >= from.mtimeMs && (isWoff || to.size === from.size)) return setMode(target, readableFile)
  if (isWoff) return writeWhole(target, await woffToSfnt(await readFile(source)))
  const unfinished = `${target}.${process.pid}`
  await copyFile(source, unfinished)
  await finish(unfinished, target)
}

async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const unfinished = `${path}.${process.pid}`
  await writeFile(unfinished, content, { mode: readableFile })
  await finish(unfinished, path)
}

/** Gives a file its name when it is whole, readable by all whatever the umask is. */
async function finish(unfinished: string, path: string): Promise<void> {
  await setMode(unfinished, readableFile)
  await rename(unfinished, path)
}

/** Families of the packaged fonts, in the order in which they are asked for a character. */
const families = ['Noto Sans', 'Noto Naskh Arabic', 'Noto Sans Hebrew', 'Noto Sans S Chinese', 'Noto Sans Korean', 'Noto Color Emoji']
const serif = 'Noto Serif'
/** Families that pages name and few machines have. */
const replaced = ['sans-serif', 'monospace', 'system-ui', 'Arial', 'Helvetica', 'Verdana', 'Courier', 'Courier New']
const replacedWithSerif = ['serif', 'Times', 'Georgia', 'Times New Roman']

/** Packaged fonts come before those of the machine, so that pages look the same everywhere. */
function fontConfig(home: string): string {
  const prefer = (named: readonly string[], preferred: readonly string[]) =>
    named.map((family) => {
      const others = preferred.map((one) => `<family>${one}</family>`).join('')
      return `<alias binding="strong"><family>${family}</family><prefer>${others}</prefer></alias>`
    })
  const aliases = [...prefer(replaced, families), ...prefer(replacedWithSerif, [serif, ...families])]
  const others = families.map((family) => `<string>${family}</string>`).join('')
  return [
    '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>',
    `<dir>${home}</dir><dir>${systemFontDirectory}</dir><cachedir>${home}</cachedir>`,
    ...aliases,
    `<match target="pattern"><edit name="family" mode="append_last" binding="strong">${others}</edit></match>`,
    '</fontconfig>',
    '',
  ].join('\n')
}
