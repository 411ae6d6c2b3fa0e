import { readFile } from 'node:fs/promises'
import { get, type Agent } from 'node:http'

/** Process ids of a service's workers by worker number. `parent` is the process id of the service. */
export async function workerPids(parent: number): Promise<Map<number, number>> {
  const children = (await readFile(`/proc/${parent}/task/${parent}/children`, 'utf8')).trim().split(' ').map(Number)
  const found = await Promise.all(
    children.map(async (child) => {
      const command = (await readFile(`/proc/${child}/cmdline`, 'utf8').catch(() => '')).split('\0')
      const at = command.indexOf('worker')
      return at < 0 ? [] : [[Number(command[at + 1]), child] as const]
    }),
  )
  return new Map(found.flat())
}

/** The status of a GET, or the message of its error. Without an agent it uses a connection of its own. */
export function statusOf(url: string, agent: Agent | false): Promise<number | string> {
  return new Promise((resolve) => {
    get(url, { agent }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode!))
      response.once('error', (error) => resolve(error.message))
    }).once('error', (error) => resolve(error.message))
  })
}
