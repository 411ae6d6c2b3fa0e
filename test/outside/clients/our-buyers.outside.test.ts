import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { generatePrivateKey } from 'viem/accounts'
import { expect, test } from 'vitest'
import { keepOutcome } from '../conformance.ts'
import { describeInstalled, fromPypi } from './packages.ts'

const pympp = '0.16.0'

await describeInstalled(
  `a seller by the official MPP package for Python ${pympp}`,
  fromPypi('pympp-seller', [`pympp[evm]==${pympp}`]),
  (folder) => {
    test('is paid by farthing pay, which tries the other form of the nonce where the first is refused for nothing', async () => {
      const token = JSON.stringify(['eip155:8453', '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', 'USD Coin', '2'])
      const args = ['-B', join(import.meta.dirname, 'python/sell_by_mpp.py'), token]
      const seller = spawn(join(folder, 'bin/python'), args, { stdio: ['ignore', 'pipe', 'ignore'] })
      try {
        const lines = createInterface({ input: seller.stdout })
        const [port] = (await once(lines, 'line')) as [string]
        const settled: string[] = []
        lines.on('line', (line) => void settled.push(line))
        const command = ['src/main.ts', 'pay', `http://127.0.0.1:${port}/tides`, '--protocol', 'mpp', '--json']
        const pay = (more: string[]) =>
          promisify(execFile)(process.execPath, [...command, ...more], { env: { ...process.env, WALLET_KEY: generatePrivateKey() } })
        const { stdout } = await pay([])
        expect(JSON.parse(stdout)).toMatchObject({ status: 200 })
        expect(settled).toEqual(['settled'])
        // Both signatures together would be over this limit.
        await expect(pay(['--max', '0.015'])).rejects.toMatchObject({ code: 4 })
        expect(settled).toHaveLength(1)
        keepOutcome({
          what: 'the MPP package for Python as the seller of `farthing pay --protocol mpp`',
          with: `pympp ${pympp}`,
          before: 'refused',
          passed: 2,
          failed: 0,
          why: 'paid with the second form of the nonce; not tried where `--max` covers one signature only',
        })
      } finally {
        seller.kill()
      }
    })
  },
)
