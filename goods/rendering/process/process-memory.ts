import { readdir, readFile } from 'node:fs/promises'

const pageBytes = 4_096
const maxProcesses = 500

/** Bytes of memory that a process and all its descendants have for themselves; 0 for one that has ended. */
export async function memoryOf(pid: number): Promise<number> {
  let bytes = 0
  const pids = [pid]
  for (let index = 0; index < pids.length && index < maxProcesses; index++) {
    const one = pids[index] as number
    bytes += await privateBytes(one)
    pids.push(...(await childrenOf(one)))
  }
  return bytes
}

/** The processes below this one. */
export async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => '')))
  return lists.flatMap((list) => list.split(' ').filter(Boolean).map(Number))
}

async function privateBytes(pid: number): Promise<number> {
  const [, resident = 0, shared = 0] = (await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => '')).split(' ').map(Number)
  return Math.max(0, resident - shared) * pageBytes
}
