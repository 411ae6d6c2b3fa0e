/** How a page looks at the world. */
export interface PageView {
  /** In CSS pixels. */
  readonly width: number
  readonly height: number
  readonly deviceScale: number
  readonly dark: boolean
  /** URL patterns whose requests are blocked. */
  readonly blockedUrls: readonly string[]
  readonly userAgent: string
}

const printWidth = 1_024

/** How a document is shown before it is printed, and what all views share. */
export function plainView(contactUrl: string): PageView {
  return { width: printWidth, height: 768, deviceScale: 1, dark: false, blockedUrls: [], userAgent: userAgent(contactUrl) }
}

/** That of a usual browser, since pages look at it, with who asks. It says nothing about the caller. */
function userAgent(contactUrl: string): string {
  return `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/153.0.0.0 Safari/537.36 farthing (+${contactUrl})`
}
