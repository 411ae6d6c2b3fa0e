import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostileSite } from './hostile-site.ts'

/** Sites for browsers, on this machine. */
export interface PhotographedSites {
  /** Where each site is: `example.com:80` to `127.0.0.1:34567`. */
  readonly standIns: Readonly<Record<string, string>>
  close(): Promise<void>
}

const page = `<!doctype html><html lang="en"><meta charset="utf-8"><title>A page of the sandbox</title>
<style>body{font:18px sans-serif;max-width:40em;margin:4em auto;color:#234}h1{font-size:32px}</style>
<h1>A page of the sandbox</h1>
<p>This page is on your machine. In the sandbox it takes the place of example.com, so that screenshots work without the internet.</p>
<p>Ελληνικά, Кириллица, 漢字, 한국어, العربية, 😀</p></html>`

/** Opens one server for all sites; a request's Host header says which one it is for. */
export async function openPhotographedSites(): Promise<PhotographedSites> {
  const server = createServer((request, response) => {
    if (request.headers.host === 'hostile.example') return hostileSite(request, response)
    const found = request.url === '/'
    response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' }).end(found ? page : '<title>Not found</title>')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const endpoint = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    standIns: { 'example.com:80': endpoint, 'hostile.example:80': endpoint },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
