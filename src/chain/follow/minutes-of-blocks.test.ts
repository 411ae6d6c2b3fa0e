import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Block } from '../chain.ts'
import { minutesOfBlocks } from './minutes-of-blocks.ts'

const block = (number: bigint, timestamp: bigint): Block => ({ number, timestamp, hash: '0x', baseFee: null })

/** Blocks with these seconds between them, from 1000 on, the numbers that are looked for, and what was asked. */
async function search(
  gaps: readonly number[],
  wanted: readonly number[],
  { told = false, minBlockSeconds = null }: { told?: boolean; minBlockSeconds?: bigint | null } = {},
) {
  const blocks = [block(0n, 1000n)]
  for (const gap of gaps) blocks.push(block(BigInt(blocks.length), blocks.at(-1)!.timestamp + BigInt(gap)))
  const numbers = [...new Set(wanted.map((one) => BigInt(one % blocks.length)))]
  const asked: bigint[] = []
  const found = await minutesOfBlocks(numbers, {
    low: blocks[0]!,
    high: blocks.at(-1)!,
    told: new Map(told ? numbers.map((number) => [number, blocks[Number(number)]!.timestamp]) : []),
    minBlockSeconds,
    async blocksAt(some) {
      asked.push(...some)
      return some.map((number) => blocks[Number(number)]!)
    },
  })
  const right = new Map(numbers.map((number) => [number, (blocks[Number(number)]!.timestamp / 60n) * 60n]))
  return { found, right, asked, span: Number(blocks.at(-1)!.timestamp - 1000n), numbers }
}

const sorted = (map: ReadonlyMap<bigint, bigint>) => [...map].toSorted(([a], [b]) => Number(a - b))

test('gives every block its minute, and asks for no block twice', async () => {
  const blocks = fc.array(fc.nat(90), { minLength: 1, maxLength: 300 })
  await fc.assert(
    fc.asyncProperty(blocks, fc.array(fc.nat(299), { maxLength: 120 }), fc.boolean(), async (gaps, wanted, told) => {
      const { found, right, asked, numbers } = await search(gaps, wanted, { told })
      expect(sorted(found)).toEqual(sorted(right))
      expect(new Set(asked).size).toBe(asked.length)
      expect(asked.every((number) => numbers.includes(number))).toBe(true)
      if (told) expect(asked).toEqual([])
    }),
  )
})

test('asks for a few blocks per minute, however many lie in it', async () => {
  // Ten minutes of Arbitrum: four blocks a second.
  const gaps = Array.from({ length: 2_400 }, (_, index) => (index % 4 === 0 ? 1 : 0))
  const { asked, found, right } = await search(
    gaps,
    gaps.map((_, index) => index),
  )
  expect(sorted(found)).toEqual(sorted(right))
  expect(asked.length).toBeLessThan(60)
})

test('asks for none where the time follows from the rule of the chain', async () => {
  const gaps = Array.from({ length: 1_000 }, () => 2)
  const { asked, found, right } = await search(
    gaps,
    gaps.map((_, index) => index),
    { minBlockSeconds: 2n },
  )
  expect(sorted(found)).toEqual(sorted(right))
  expect(asked).toEqual([])
})

test('refuses times that fall', async () => {
  const known = { low: block(0n, 1000n), high: block(9n, 2000n), minBlockSeconds: null }
  const asked = async (numbers: readonly bigint[]) => numbers.map((number) => block(number, 3000n))
  await expect(minutesOfBlocks([5n], { ...known, told: new Map(), blocksAt: asked })).rejects.toThrow('fall')
  await expect(minutesOfBlocks([5n], { ...known, told: new Map([[5n, 3000n]]), blocksAt: asked })).rejects.toThrow('fall')
})
