import { execFile } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { generatePrivateKey } from 'viem/accounts'
import { openSqliteStore } from '../../src/store/sqlite/open-sqlite-store.ts'
import { systemParts } from '../../src/store/sqlite/store.fixture.ts'

const root = process.cwd()
const farthingctl = join(root, 'deploy/farthingctl')
const home = mkdtempSync(join(tmpdir(), 'farthing-ctl-'))
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))
const isRoot = process.geteuid?.() === 0
/** A user that every Debian machine has. */
const nobody = 'nobody'
const nobodyId = 65_534

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

function run(args: readonly string[], env: Record<string, string>, options: { uid?: number } = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const settings = { PATH: process.env['PATH'], NODE_NO_WARNINGS: '1', ...env }
    const child = execFile(farthingctl, [...args], { env: settings, ...options }, (_, out, err) =>
      resolve({ code: child.exitCode!, out, err }),
    )
  })
}

/** The unit of the kit, with another program, user and places. */
function unitOf(name: string, { program, user = nobody, more = '' }: { program: string; user?: string; more?: string }): string {
  const file = join(home, `${name}.service`)
  const text = readFileSync('deploy/farthing.service', 'utf8')
  writeFileSync(
    file,
    text
      .replace('/opt/farthing/node_modules/.bin/farthing', program)
      .replace('User=farthing', `User=${user}`)
      .replace('StateDirectory=farthing\n', '')
      .replaceAll('/etc/farthing', join(home, 'etc'))
      .replace('DATA_DIR=/var/lib/farthing', `DATA_DIR=${join(home, 'data')}`),
  )
  if (more !== '') {
    mkdirSync(`${file}.d`, { recursive: true })
    writeFileSync(join(`${file}.d`, 'override.conf'), more)
  }
  return file
}

const key = generatePrivateKey()
beforeAll(() => {
  mkdirSync(join(home, 'etc'), { mode: 0o700 })
  const write = (name: string, text: string) => writeFileSync(join(home, 'etc', name), text, { mode: 0o600 })
  write('signer-key', key)
  write('rpc-url-base', 'http://127.0.0.1:1')
  write('mpp-secret', 'a-secret-of-more-than-32-characters-in-all')
  write('more', 'of a drop-in')
  write('farthing.env', `${readFileSync('deploy/farthing.env', 'utf8')}LOG_LEVEL="error"\n`)
})

/** Says what a command sees. */
const spy = join(home, 'spy')
writeFileSync(
  spy,
  `#!/bin/sh
id -u; id -g; id -G; umask
cat "$SIGNER_KEY_FILE"; echo
stat -c '%a %u' "$SIGNER_KEY_FILE"
echo "$CREDENTIALS_DIRECTORY"
env | grep -E '^(MODE|DATA_DIR|LOG_LEVEL|METRICS_PORT|QUOTED|SECRET_OF_TESTS|MORE)=' | sort
echo "$# $1 $2"
exit 7
`,
)
chmodSync(spy, 0o755)

describe.skipIf(!isRoot)('farthingctl with the unit of systemd', () => {
  test("runs a command as the unit's user, with its settings, its secrets and those of drop-ins, and leaves nothing behind", async () => {
    const unit = unitOf('spied', {
      program: spy,
      more: `[Service]\nEnvironment="QUOTED=a b" MORE=%d/more\nLoadCredential=more:${join(home, 'etc/more')}\n`,
    })
    const { code, out, err } = await run(['backup', '--to=a b'], { FARTHING_UNIT: unit, SECRET_OF_TESTS: 'of the caller' })
    const lines = out.trim().split('\n')
    const gid = String(nobodyId)
    expect([code, err]).toEqual([7, ''])
    expect(lines.slice(0, 6)).toEqual([String(nobodyId), gid, gid, '0077', key, `400 ${nobodyId}`])
    const secrets = lines[6]!
    expect(lines.slice(7)).toEqual([
      `DATA_DIR=${join(home, 'data')}`,
      'LOG_LEVEL=error',
      'METRICS_PORT=9402',
      'MODE=live',
      `MORE=${secrets}/more`,
      'QUOTED=a b',
      '2 backup --to=a b',
    ])
    expect(existsSync(secrets)).toBe(false)
  })

  test('runs the program itself: a backup of a service of another user', async () => {
    const data = join(home, 'data')
    mkdirSync(data, { mode: 0o700 })
    const unit = unitOf('real', { program: join(root, 'bin/farthing') })
    chownSync(data, nobodyId, nobodyId)
    await (await openSqliteStore({ ...systemParts, directory: data })).close()
    const backups = join(home, 'backups')
    mkdirSync(backups, { mode: 0o700 })
    chownSync(backups, nobodyId, nobodyId)
    const made = await run(['backup', '--to', backups], { FARTHING_UNIT: unit })
    expect(made).toMatchObject({ code: 0, out: expect.stringContaining('Read back and whole') })
    const files = [...readdirSync(backups).map((name) => join(backups, name)), join(data, 'last-backup')]
    expect(files.map((file) => [file, statSync(file).uid, statSync(file).mode & 0o777])).toEqual(
      files.map((file) => [file, nobodyId, 0o600]),
    )
  })

  test('changes keys where they are kept, as root', async () => {
    const unit = unitOf('keys', { program: join(root, 'bin/farthing') })
    const prepared = await run(['keys', 'rotate', 'signer', 'prepare'], { FARTHING_UNIT: unit })
    expect(prepared).toMatchObject({ code: 0, err: '' })
    const file = join(home, 'etc/signer-key')
    expect(readFileSync(file, 'utf8').split(',')).toHaveLength(2)
    expect([statSync(file).uid, statSync(file).mode & 0o777]).toEqual([0, 0o600])
    writeFileSync(file, key)
  })

  test('says what is missing', async () => {
    const missing = join(home, 'missing.service')
    expect(await run(['doctor'], { FARTHING_UNIT: missing })).toEqual({
      code: 1,
      out: '',
      err: `farthingctl: ${missing} can't be read (ENOENT): deploy/README.md says what is to be there; FARTHING_UNIT names another unit, --compose takes the containers\n`,
    })
    const stranger = unitOf('stranger', { program: spy, user: 'farthing-not-here' })
    expect((await run(['doctor'], { FARTHING_UNIT: stranger })).err).toContain(
      'there is no user farthing-not-here: useradd --system farthing-not-here',
    )
    expect((await run([], {})).err).toContain('usage: farthingctl')
    chmodSync(join(home, 'spied.service'), 0o644)
    expect((await run(['doctor'], { FARTHING_UNIT: join(home, 'spied.service') }, { uid: nobodyId })).err).toBe(
      'farthingctl: only root reads the secrets of the service: sudo farthingctl doctor\n',
    )
  })
})

describe('farthingctl with Compose', () => {
  const log = join(home, 'docker.log')
  const bin = join(home, 'bin')
  /** Stands in for docker: a service runs where the file says so. */
  function docker(running: string): Record<string, string> {
    mkdirSync(bin, { recursive: true })
    rmSync(log, { force: true })
    writeFileSync(join(bin, 'docker'), `#!/bin/sh\ncase "$*" in *" ps "*) echo "${running}";; *) echo "$*" >> ${log}; exit 5;; esac\n`)
    chmodSync(join(bin, 'docker'), 0o755)
    return { PATH: `${bin}${delimiter}${process.env['PATH']}` }
  }
  const asked = () => readFileSync(log, 'utf8').trim()
  const compose = `compose -f ${join(root, 'deploy/compose.yaml')}`

  test('runs a command in the container that runs, or in one of its own', async () => {
    const link = join(home, 'farthingctl')
    symlinkSync(farthingctl, link)
    expect((await run(['--compose', 'doctor', '--quick'], docker('caddy\nfarthing'))).code).toBe(5)
    expect(asked()).toBe(`${compose} exec -T farthing /opt/farthing/node_modules/.bin/farthing doctor --quick`)
    await run(['--compose', 'restore', '/backups'], docker('caddy'))
    expect(asked()).toBe(`${compose} run --rm --no-deps -T farthing restore /backups`)
    await run(['--compose', '--service', 'farthing-2', 'report'], docker('farthing-1\nfarthing-2'))
    expect(asked()).toBe(`${compose} exec -T farthing-2 /opt/farthing/node_modules/.bin/farthing report`)
  })

  test('changes keys in the folder of the secrets, since a container sees copies', async () => {
    await run(['--compose', 'keys', 'rotate', 'signer', 'prepare'], docker('farthing'))
    const folder = join(root, 'deploy/secrets')
    expect(asked()).toBe(
      `${compose} run --rm --no-deps --volume ${folder}:/run/farthing-keys --env SIGNER_KEY_FILE=/run/farthing-keys/signer-key --env MPP_SECRET_FILE=/run/farthing-keys/mpp-secret farthing keys rotate signer prepare`,
    )
    await run(['--compose', '--service', 'farthing-1', 'keys', 'rotate', 'mpp', 'switch'], docker('farthing-1'))
    expect(asked()).toContain('--env MPP_SECRET_FILE=/run/farthing-keys/mpp-secret farthing-1 keys rotate mpp switch')
  })
})
