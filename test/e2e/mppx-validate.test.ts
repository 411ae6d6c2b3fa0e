import { execFile } from 'node:child_process'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStage, usdcOf, type Stage } from '../stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await openStage()
})
afterAll(() => stage?.close())

interface Check {
  readonly label: string
  readonly severity: 'pass' | 'fail' | 'warn' | 'suggested' | 'skip'
}
interface Report {
  readonly discovery: { readonly checks: readonly Check[] }
  readonly endpoints: readonly {
    readonly method: string
    readonly path: string
    readonly challenge: readonly Check[]
    readonly errorHandling: readonly Check[]
    readonly payment: readonly Check[]
  }[]
}

/** The stock validator. It asks a public node of Base for names and balances; here it gets the sandbox's. */
function validate(): Promise<{ code: number; stdout: string; stderr: string }> {
  const { world } = stage.sandbox
  const base = world.networks.find(({ id }) => id === 'eip155:8453')!
  const preload = `data:text/javascript,${encodeURIComponent(`
    const { fetch } = globalThis
    globalThis.fetch = (input, init) =>
      fetch(String(input?.url ?? input).startsWith('https://mainnet.base.org') ? '${base.rpcUrl}' : input, init)
  `)}`
  const env = { ...process.env, MPPX_PRIVATE_KEY: world.payer.privateKey, NO_UPDATE_NOTIFIER: '1', NODE_OPTIONS: `--import=${preload}` }
  return new Promise((resolve) => {
    execFile(process.execPath, ['node_modules/mppx/dist/bin.js', 'validate', stage.url, '--yes', '-j'], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

test('mppx validate finds every route with a price, pays each of them, and has nothing to say against us', async () => {
  const before = await usdcOf(stage.chain(), stage.sandbox.payTo)
  const { code, stdout, stderr } = await validate()
  expect(code, stdout + stderr).toBe(0)
  console.log(stdout)
})
