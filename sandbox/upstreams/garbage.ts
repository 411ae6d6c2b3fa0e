import type { Reply } from './reply.ts'

/** Ways to answer with status 200 and nonsense. Each is made from the right answer. */
const ruins: readonly ((right: Reply) => Reply)[] = [
  () => ({ status: 200, contentType: 'text/html', body: '<!DOCTYPE html><html><body><h1>Checking your browser</h1></body></html>' }),
  (right) => ({ ...right, body: right.body.slice(0, Math.floor(right.body.length / 2)) }),
  (right) => ({ ...right, body: withoutNumbers(right.body) }),
  (right) => ({ ...right, body: '[[[' + '['.repeat(5_000) }),
  (right) => ({ ...right, body: '{"data":{}}' }),
  (right) => ({ ...right, body: '' }),
]

/** Replaces decimal numbers, or whole numbers in a document without decimals. The second half of a file that is no text becomes zeros. */
function withoutNumbers(text: string | Uint8Array): string | Uint8Array {
  if (typeof text !== 'string') return Uint8Array.from(text, (byte, at) => (at < text.length / 2 ? byte : 0))
  return text.replaceAll(/\d+\.\d+/.test(text) ? /\d+\.\d+/g : /\d+/g, 'NaN')
}

/** The nth damaged form of an answer. */
export function garbage(right: Reply, nth: number): Reply {
  const ruin = ruins[nth % ruins.length]
  return { ...(ruin ? ruin(right) : right), status: 200 }
}
