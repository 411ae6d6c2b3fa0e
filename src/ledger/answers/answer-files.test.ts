import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { temporaryDirectory } from '../../store/sqlite/store.fixture.ts'
import { createAnswerFiles } from './answer-files.ts'

const id = 'ab'.repeat(16)

test('what is written is read, listed and removed', async () => {
  using directory = temporaryDirectory()
  const files = createAnswerFiles(join(directory.path, 'answers'))
  expect(await files.list()).toEqual([])
  expect(await files.read(id)).toBeUndefined()
  await files.write(id, new Uint8Array([1, 2, 3]))
  expect(await files.read(id)).toEqual(new Uint8Array([1, 2, 3]))
  expect(await files.list()).toEqual([{ id, writtenAt: expect.any(Number) }])
  await files.remove(id)
  await files.remove(id)
  expect(await files.read(id)).toBeUndefined()
})

test.each(['', '../secret', 'AB'.repeat(16), `${id}0`, `${id}/..`, `..\0${id}`])('%j never becomes a path', async (name) => {
  using directory = temporaryDirectory()
  const files = createAnswerFiles(directory.path)
  await expect(files.write(name, new Uint8Array(1))).rejects.toThrow(RangeError)
  await expect(files.read(name)).rejects.toThrow(RangeError)
  await expect(files.remove(name)).rejects.toThrow(RangeError)
  expect(await files.list()).toEqual([])
})

test('a half-written file is not an answer, and is removed', async () => {
  using directory = temporaryDirectory()
  writeFileSync(join(directory.path, `${id}.partial`), 'hal')
  const files = createAnswerFiles(directory.path)
  expect(await files.read(id)).toBeUndefined()
  expect(await files.list()).toEqual([{ id, writtenAt: expect.any(Number) }])
  await files.remove(id)
  expect(await files.list()).toEqual([])
})
