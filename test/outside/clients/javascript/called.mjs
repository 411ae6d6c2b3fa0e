import { text } from 'node:stream/consumers'

/** The input of all clients. */
export const given = JSON.parse(await text(process.stdin))

/** Calls on that network, and prints a line of JSON. */
export async function called(network, fetch) {
  const response = await fetch(given.url, { headers: { 'Payment-Network': network } })
  console.log(
    JSON.stringify({ network, status: response.status, link: response.headers.get('link') ?? undefined, answer: await response.json() }),
  )
}
