import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryDirectory } from '../../store/sqlite/store.fixture.ts'
import { createAnswerFiles } from './answer-files.ts'
import { growingAnswer } from './growing-answer.ts'

const id = 'cd'.repeat(16)

async function textOf(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  let text = ''
  for await (const chunk of chunks) text += Buffer.from(chunk).toString()
  return text
}

async function open() {
  const directory = temporaryDirectory()
  const path = join(directory.path, 'answers')
  const files = createAnswerFiles(path)
  return {
    files,
    names: () => readdir(path),
    answer: growingAnswer(await files.grow(id)),
    [Symbol.dispose]: () => directory[Symbol.dispose](),
  }
}

test('readers get all of it, whenever they begin, and its file is removed behind the last one', async () => {
  using opened = await open()
  const { answer, names } = opened
  const early = textOf(answer.read())
  await answer.append(Buffer.from('one '))
  const late = answer.read()
  expect(Buffer.from((await late.next()).value!).toString()).toBe('one ')
  await answer.append(Buffer.from('two'))
  expect(Buffer.from(await answer.whole()).toString()).toBe('one two')
  answer.end(null)
  expect(await early).toBe('one two')
  expect(await names()).toEqual([id])
  expect(await textOf(late)).toBe('two')
  await vi.waitFor(async () => expect(await names()).toEqual([]), 60_000)
})

test('readers of one that failed get what there is, and then the error', async () => {
  using opened = await open()
  const { answer, names } = opened
  await answer.append(Buffer.from('one'))
  const reading = answer.read()
  expect(Buffer.from((await reading.next()).value!).toString()).toBe('one')
  answer.end(new Error('broken off'))
  await expect(reading.next()).rejects.toThrow('broken off')
  await vi.waitFor(async () => expect(await names()).toEqual([]), 60_000)
})

test('a file that a crash leaves is listed, so that it is removed with the answers that no row names', async () => {
  using opened = await open()
  await opened.answer.append(Buffer.from('one'))
  expect(await opened.files.list()).toEqual([{ id, writtenAt: expect.any(Number) }])
  opened.answer.end(null)
})
