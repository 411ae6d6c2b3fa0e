import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const run = promisify(execFile)

/** Loads a module in a process of its own and returns the packages that it imports. */
async function packagesOf(module: string): Promise<string[]> {
  const code = `
    import { registerHooks } from 'node:module'
    const seen = new Set()
    registerHooks({ resolve(specifier, context, next) { seen.add(specifier); return next(specifier, context) } })
    await import(${JSON.stringify(new URL(`../${module}`, import.meta.url).href)})
    process.stdout.write(JSON.stringify([...seen]))`
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', '--input-type=module', '--eval', code])
  return JSON.parse(stdout) as string[]
}

test('the service starts without the MCP SDK, which comes with the first message', async () => {
  const atStart = await packagesOf('src/service/app.ts')
  expect(atStart).toContain('hono')
  expect(atStart.filter((name) => name.startsWith('@modelcontextprotocol/'))).toEqual([])
  expect(await packagesOf('src/surfaces/mcp/answer-message.ts')).toContain('@modelcontextprotocol/sdk/server/index.js')
})
