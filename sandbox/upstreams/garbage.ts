import type { Reply } from './reply.ts'

/** Ways to answer with status 200 and say nothing that makes sense. Each is made of the right answer. */
const ruins: readonly ((right: Reply) => Reply)[] = [
  () => ({ status: 200, contentType: 'text/html', body: '<!DOCTYPE html><html><body><h1>Checking your browser</h1></body></html>' }),
  (right) => ({ ...right, body: right.body.slice(0, Math.floor(right.body.length / 2)) }),
  (right) => ({ ...right, body: right.body.replaceAll(/\d+\.\d+/g, 'NaN') }),
  (right) => ({ ...right, body: '[[[' + '['.repeat(5_000) }),
  (right) => ({ ...right, body: '{"data":{}}' }),
  (right) => ({ ...right, body: '' }),
]

/** The nth ruin of an answer. */
export function garbage(right: Reply, nth: number): Reply {
  const ruin = ruins[nth % ruins.length]
  return { ...(ruin ? ruin(right) : right), status: 200 }
}
