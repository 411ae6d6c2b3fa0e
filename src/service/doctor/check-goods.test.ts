import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkGoods } from './check-goods.ts'

const check = (...goods: string[]) => checkGoods({ goods, mode: 'live' })

test('says what is sold', async () => {
  expect((await check('all')).findings).toMatchObject([{ status: 'ok', found: 'sold: every line that comes with the service' }])
  expect((await check('text', 'market')).findings).toMatchObject([{ status: 'ok', found: 'sold: text, market' }])
})

test('names each line by its file', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'farthing-goods-'))
  const path = join(folder, 'tides.ts')
  writeFileSync(path, `export default ({ goods }) => goods({ name: 'tides', open: () => ({ offers: [] }) })`)
  const { loaded, findings } = await check(path)
  rmSync(folder, { recursive: true })
  expect([loaded.builtIn.size, findings]).toMatchObject([0, [{ status: 'ok', found: `sold: tides (${path})` }]])
})

test('what can not be sold is a fault, each by itself, and is left out', async () => {
  const { loaded, findings } = await check('markets', 'tide')
  expect(loaded.builtIn.size).toBe(0)
  expect(findings).toMatchObject([
    { check: 'goods', status: 'fault', subject: 'GOODS', found: expect.stringContaining('give market') as string },
    { check: 'goods', status: 'fault', subject: 'GOODS' },
  ])
  expect((await check('./no-such-file.ts')).findings).toMatchObject([
    { status: 'fault', found: expect.stringContaining('there is no such file') as string },
  ])
})
