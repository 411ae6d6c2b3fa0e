import MarkdownIt from 'markdown-it'

/** HTML in the text is shown as text, and only links that are safe to click become links. */
const markdown = new MarkdownIt('default', { html: false, linkify: false, typographer: false })

const style = `body{font-family:sans-serif;font-size:11pt;line-height:1.5;color:#111}
h1,h2,h3,h4{line-height:1.25;break-after:avoid}
pre,code{font-family:monospace;font-size:.9em;background:#f4f4f4}
pre{padding:.8em;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse}th,td{border:1px solid #bbb;padding:.3em .6em}
blockquote{margin-left:0;padding-left:1em;border-left:3px solid #ccc;color:#444}
img{max-width:100%}`

/** A page of its own from CommonMark with tables; everything else in it is escaped. */
export function markdownDocument(text: string): string {
  return `<!doctype html><meta charset="utf-8"><style>${style}</style><body>${markdown.render(text)}</body>`
}
