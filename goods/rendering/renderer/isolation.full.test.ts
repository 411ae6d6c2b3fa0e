import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { getPriority, networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findBrowser } from '../installation/find-browser.ts'
import { emptyEnvironment, isIsolated, type Isolation } from '../process/isolation.ts'
import { openRenderer } from './open-renderer.ts'
import { childrenOf } from '../process/process-memory.ts'
import { receiveNetwork } from '../../../src/net/private-network.ts'
import { inPrivateRoot } from '../process/private-root.ts'
import { browserHere, inTime, isolationHere, openRendering, pictureOf, type Rendering } from './rendering.fixture.ts'
import { systemClock, systemTimers } from '../../../src/ops/system.ts'
import { silentLog } from '../../../src/shared/log.ts'

let isolation: Isolation
let rendering: Rendering
beforeAll(async () => {
  if (!browserHere) return
  isolation = await isolationHere()
  rendering = await openRendering()
  rendering.pages.set('', '<p>here')
})
afterAll(() => rendering?.close())

/** Every process of the browsers, the outermost first. */
async function processes(): Promise<number[]> {
  const found = [...rendering.renderer.pids()]
  for (let index = 0; index < found.length; index++) found.push(...(await childrenOf(found[index] as number)))
  return found
}

/** Programs of ours that run a browser. */
async function browserCount(): Promise<number> {
  const lines = await Promise.all((await childrenOf(process.pid)).map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')))
  return lines.filter((line) => line.includes('--remote-debugging-pipe')).length
}

describe.runIf(browserHere)('the browser', () => {
  test('runs as another user or in namespaces of its own, niced, without our environment, and with no port open', async () => {
    await rendering.renderer.screenshot(pictureOf(rendering.url('/')), inTime)
    expect(isIsolated(isolation)).toBe(true)
    const pids = await processes()
    // A process may end while it is read.
    const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    const statuses = (await Promise.all(pids.map((pid) => read(pid, 'status')))).filter((status) => status !== '')
    expect(statuses.length).toBeGreaterThan(3)
    const uids = statuses.map((status) => Number(/^Uid:\s+(\d+)/m.exec(status)?.[1]))
    if (isolation.user) expect(new Set(uids)).toEqual(new Set([isolation.user.uid]))
    for (const pid of pids) {
      const line = await read(pid, 'stat')
      const fields = line.replace(/^.*\)/s, '').trim().split(' ')
      if (line !== '') expect(Number(fields[16])).toBeGreaterThanOrEqual(Math.min(19, getPriority() + 10))
    }
    const environment = await read(pids.at(-1) ?? 0, 'environ')
    expect(environment).not.toContain('SIGNER')
    const own = (pid: number, kind: string) => stat(`/proc/${pid}/ns/${kind}`).then(({ ino }) => ino)
    const [, first = 0] = pids
    if (isolation.namespaces)
      for (const kind of ['mnt', 'pid', 'ipc', 'user', ...(isolation.network ? ['net'] : [])])
        expect(await own(first, kind)).not.toBe(await own(process.pid, kind))
    // Over a megabyte where other tests have just ended thousands of connections.
    const listening = async (pid: number) => {
      const [four = '', six = ''] = await Promise.all(
        ['tcp', 'tcp6'].map((name) => readFile(`/proc/${pid}/net/${name}`, 'utf8').catch(() => '')),
      )
      expect(four).toContain('local_address')
      return `${four}\n${six}`.split('\n').filter((line) => / 0A /.test(line))
    }
    // The entrance, which is ours.
    if (isolation.network) expect(await listening(first)).toHaveLength(1)
    for (const uid of isolation.user ? [isolation.user.uid] : [])
      expect((await listening(process.pid)).filter((line) => line.trim().split(/\s+/)[7] === String(uid))).toEqual([])
  })

  test('that has ended while it showed no page is replaced before the next one', async () => {
    await rendering.renderer.screenshot(pictureOf(rendering.url('/')), inTime)
    const pids = rendering.renderer.pids()
    for (const pid of pids) for (const child of await childrenOf(pid)) process.kill(child, 'SIGKILL')
    for (const pid of pids) await expect.poll(() => stat(`/proc/${pid}`).catch(() => null)).toBeNull()
    expect((await rendering.renderer.screenshot(pictureOf(rendering.url('/')), inTime)).status).toBe(200)
  })

  test('that is still starting when the service closes is ended too', async () => {
    const other = await openRendering()
    other.pages.set('', '<p>here')
    const before = await browserCount()
    const shown = other.renderer.screenshot(pictureOf(other.url('/')), inTime)
    await other.close()
    await expect(shown).rejects.toMatchObject({ code: 'shutting_down' })
    expect(await browserCount()).toBe(before)
  })

  test('leaves no process and no profile behind', async () => {
    const other = await openRendering()
    other.pages.set('', '<p>here')
    await other.renderer.screenshot(pictureOf(other.url('/')), inTime)
    const [pid = 0] = other.renderer.pids()
    expect(pid).toBeGreaterThan(0)
    const [profile = ''] =
      /--user-data-dir=([^\0]+)/.exec(await readFile(`/proc/${(await childrenOf(pid))[0] ?? pid}/cmdline`, 'utf8'))?.slice(1) ?? []
    expect((await stat(profile)).isDirectory()).toBe(true)
    await other.close()
    await expect(stat(`/proc/${pid}`)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(stat(profile)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

test.runIf(browserHere)('a private root has no file and no process of ours', async () => {
  if (!isolation.namespaces) return expect(isolation.user).not.toBeNull()
  const root = await mkdtemp(join(tmpdir(), 'farthing-root-'))
  const secret = join(root, '../', `farthing-secret-${process.pid}`)
  await writeFile(secret, 'secret', { mode: 0o644 })
  try {
    const look = `ls / /home /root "$(dirname "$1")" 2>/dev/null; cat "$1" 2>/dev/null; ls /proc | grep -c '^[0-9]'`
    const [program = '', ...args] = inPrivateRoot({ root, directories: [], network: null }, ['/bin/sh', '-c', look, 'sh', secret])
    const seen = execFileSync(program, args, { encoding: 'utf8' })
    expect(seen).not.toContain('secret')
    expect(seen).not.toMatch(/^(?:home|root|work|data|var|opt|mnt)$/m)
    // The shell, and what it starts.
    expect(Number(seen.trim().split('\n').at(-1))).toBeLessThanOrEqual(4)
  } finally {
    await rm(secret, { force: true })
    await rm(root, { recursive: true, force: true })
  }
})

test.runIf(browserHere)('a network of its own has one socket, that of the service, and leads to no other', async () => {
  if (!isolation.network) return expect(isolation.namespaces && isolation.user !== null).toBe(false)
  const reached: string[] = []
  const ours = createServer((socket) => {
    reached.push('ours')
    socket.end()
  })
  ours.listen(0, '0.0.0.0')
  await once(ours, 'listening')
  const { port } = ours.address() as AddressInfo
  const root = await mkdtemp(join(tmpdir(), 'farthing-root-'))
  const addresses = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
  // It prints the address of each connection that is made, and the interfaces. It waits for the port of our entrance.
  const look = `read entrance; for one in "$@" "127.0.0.1 $entrance"; do perl -MSocket -e '
    my ($host, $port) = split / /, $ARGV[0]; my $family = $host =~ /:/ ? AF_INET6 : AF_INET; socket(my $s, $family, SOCK_STREAM, 0);
    my $at = $family == AF_INET ? pack_sockaddr_in($port, inet_aton($host)) : Socket::pack_sockaddr_in6($port, Socket::inet_pton(AF_INET6, $host));
    $SIG{ALRM} = sub { exit }; alarm 2; print "connected $host $port\n" if connect($s, $at)' "$one"; done; cat /proc/net/dev; echo over`
  const targets = addresses.map((address) => `${address} ${port}`)
  const [program = '', ...args] = inPrivateRoot({ root, directories: [], network: process.execPath }, [
    '/bin/sh',
    '-c',
    look,
    'sh',
    ...targets,
  ])
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'ignore', 'ignore', 'ignore', 'ipc'] })
  const ended = Promise.all([once(child, 'exit'), once(child.stdout as Readable, 'close')])
  try {
    let said = ''
    child.stdout?.on('data', (piece: Buffer) => (said += piece.toString()))
    const network = await receiveNetwork(child)
    network?.open((socket) => {
      reached.push('entrance')
      socket.end()
    })
    child.stdin?.end(`${network?.port}\n`)
    await ended
    network?.close()
    expect(said).toContain('over')
    expect(said.match(/^connected .*$/gm)).toEqual([`connected 127.0.0.1 ${network?.port}`])
    expect(said.match(/^ *\w+:/gm)).toEqual([expect.stringMatching(/lo:/)])
    await expect.poll(() => reached).toEqual(['entrance'])
  } finally {
    ours.close()
    await rm(root, { recursive: true, force: true })
  }
})

test.runIf(browserHere)('a network of its own needs no `ip`, which small images lack, where there is Perl', async () => {
  if (!isolation.network) return expect(isolation.namespaces && isolation.user !== null).toBe(false)
  const directory = await mkdtemp(join(tmpdir(), 'farthing-root-'))
  const [bin, root] = [join(directory, 'bin'), join(directory, 'root')]
  for (const made of [bin, root]) await mkdir(made)
  for (const name of ['cat', 'ln', 'mkdir', 'mount', 'perl', 'pivot_root', 'readlink', 'sh', 'umount', 'unshare']) {
    const path = execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8', env: emptyEnvironment }).trim()
    await symlink(path, join(bin, name))
  }
  try {
    const [program = '', ...args] = inPrivateRoot({ root, directories: [], network: process.execPath }, ['/bin/cat', '/proc/net/dev'])
    const child = spawn(program, args, { env: { PATH: bin }, stdio: ['ignore', 'ignore', 'ignore', 'ignore', 'ignore', 'ipc'] })
    const received = await receiveNetwork(child)
    expect(received?.port).toBeGreaterThan(0)
    received?.close()
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
})

test('a browser that is named and is none is not replaced by another one, and the log says how to get one', async () => {
  expect(await findBrowser('/nowhere/chromium')).toBeNull()
  const said: string[] = []
  const log = { ...silentLog, warn: (_: object, words: string) => void said.push(words) }
  const settings = {
    requireIsolation: true,
    maxPages: 1,
    maxWaiting: 1,
    pageMs: 9_000,
    maxMemoryBytes: 1,
    idleMs: 60_000,
    contactUrl: 'https://farthing.example',
  }
  const opened = await openRenderer(
    { ...settings, path: '/nowhere/chromium', directories: ['/nowhere'], allowedEndpoints: new Set() },
    { clock: systemClock, timers: systemTimers, log },
  )
  expect(opened).toBeNull()
  expect(said).toEqual([expect.stringContaining('set BROWSER_PATH')])
})
