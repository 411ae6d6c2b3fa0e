import { setTimeout as sleep } from 'node:timers/promises'
import { Problem } from '../../../src/shared/problems.ts'
import type { Encoders } from './encoder.ts'
import { serveTextJobs } from './serve-text-jobs.ts'

const kept: unknown[] = []

/** Jobs that do well and badly on purpose. */
await serveTextJobs({
  length: async ({ text }: { readonly text: string }, { sentiment }: Encoders) => {
    const [row] = await sentiment.score([text])
    return { length: text.length, logits: row?.length }
  },
  // What engines are tried with.
  measureSentiment: async ({ text }: { readonly text: string }) => ({ length: text.length }),
  compute: async ({ ms }: { readonly ms: number }) => {
    const until = performance.now() + ms
    while (performance.now() < until);
    return { ms }
  },
  sleep: async ({ ms }: { readonly ms: number }) => {
    await sleep(ms)
    return { ms }
  },
  endless: () => {
    for (;;);
  },
  exit: () => process.exit(3),
  exitSoon: async () => void setTimeout(() => process.exit(4), 20),
  refuse: () => {
    throw new Problem('invalid_input', 'The text is not one.', { field: 'body.text' })
  },
  fail: ({ text }: { readonly text: string }) => {
    throw new Error(`cannot work on ${text}`)
  },
  takeMemory: async () => {
    for (;;) kept.push(Array.from({ length: 100_000 }, (_, index) => `${index}`))
  },
  keepSome: async () => void kept.push(Buffer.alloc(40_000_000, 1)),
})
