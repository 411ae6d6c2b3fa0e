import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { json, text } from 'node:stream/consumers'
import { postOverSocket } from '../net/unix-socket.ts'
import { OperatorError } from '../shared/operator-error.ts'
import { operatorSocket } from './operator-socket.ts'

/** The running service did not do what a command asked. The message says why. */
export class ServiceRefused extends OperatorError {
  override readonly name = 'ServiceRefused'
}

export interface Asking {
  /** The data directory of the service; that of the parent where there are several workers. */
  readonly dataDir: string
  /** The name of an action, such as `ledger/retry`; `service/open-operator.ts` has them all. */
  readonly action: string
  /** What the action's schema takes; an empty object unless given. */
  readonly input?: object
  readonly signal?: AbortSignal
}

/**
 * Asks the service that runs on a data directory. With WORKERS the first worker that listens answers: all of them share one ledger.
 * @returns what the action returned, read from JSON, so amounts are decimal text; undefined where no service listens
 * @throws ServiceRefused when the service says no; Error when the connection breaks
 */
export async function askService(asking: Asking): Promise<{ readonly result: unknown } | undefined> {
  for await (const result of answersTo(asking)) return { result }
  return undefined
}

/**
 * The same of every worker that listens, for what each keeps in its own memory.
 * @throws as `askService`
 */
export async function askEveryWorker(asking: Asking): Promise<unknown[]> {
  const results: unknown[] = []
  for await (const result of answersTo(asking)) results.push(result)
  return results
}

async function* answersTo({ dataDir, action, input = {}, signal }: Asking): AsyncGenerator {
  for (const directory of [dataDir, ...workersOf(dataDir)]) {
    const answer = await postOverSocket({ directory, name: operatorSocket }, { path: `/${action}`, body: JSON.stringify(input), signal })
    if (answer === null) continue
    if (answer.status !== 200) throw new ServiceRefused(refusalOf(await text(answer.body)))
    yield ((await json(answer.body)) as { readonly result: unknown }).result
  }
}

/** The data directories of workers, of those that replace others too. */
export function workersOf(dataDir: string): string[] {
  try {
    const names = readdirSync(dataDir).filter((name) => /^worker-\d+$/.test(name))
    return names.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).map((name) => join(dataDir, name))
  } catch {
    return []
  }
}

function refusalOf(body: string): string {
  try {
    return (JSON.parse(body) as { readonly refused: string }).refused
  } catch {
    return 'the service gave an answer that is not understood: it has another version than farthing here'
  }
}
