import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A machine on which the kit was installed as `deploy/README.md` says, but by links to this checkout, and nothing of it was started. */
export interface InstalledKit {
  /** A folder of the machine, as it is on this one. */
  placeOf(folder: '/etc' | '/opt' | '/var/lib' | '/var/backups' | '/usr/local/sbin'): string
  /** Runs a line of shell there as root, in an environment as small as systemd's. */
  shell(line: string): Promise<Ran>
  /** Starts what a unit has in its line ExecStart, as systemd would: its user, settings, secrets and umask, without any right of root. */
  execStart(unit: string): ChildProcess
  /** Runs what such a line starts to its end. */
  runUnit(unit: string): Promise<Ran>
  remove(): Promise<void>
}

export interface Ran {
  readonly code: number | null
  readonly out: string
}

/** The path that systemd gives to services. */
const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
const folders = ['etc', 'opt', 'var/lib', 'var/backups', 'usr/local/sbin', 'run'] as const

/** Only root can make one; `whyNoMachine` says whether it can be made here. */
export async function installKit(): Promise<InstalledKit> {
  const directory = mkdtempSync(join(tmpdir(), 'farthing-kit-'))
  chmodSync(directory, 0o755)
  for (const folder of folders) mkdirSync(join(directory, folder), { recursive: true })
  // The namespace with the machine's folders lives as long as this process.
  const holder = spawn('unshare', ['--mount', '--propagation', 'private', 'sh', '-ec', makeMachine(process.cwd(), directory)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    holder.stdout.once('data', () => resolve())
    holder.once('exit', () => reject(new Error('the machine could not be made')))
  })
  const inside = ['nsenter', '--mount', '--target', String(holder.pid), '--wd=/', '--']
  const run = ([program = '', ...args]: readonly string[]) =>
    new Promise<Ran>((resolve) => {
      const child = execFile(program, args, { maxBuffer: 1 << 26 }, (_, out, err) => resolve({ code: child.exitCode, out: out + err }))
    })
  const commandOf = (unit: string) => [...inside, ...commandLineOf(readUnit(join(directory, 'etc/systemd/system', unit)))]
  const shell = (line: string) => run([...inside, 'env', '-i', `PATH=${path}`, 'sh', '-c', line])
  return {
    placeOf: (folder) => join(directory, folder),
    shell,
    execStart(unit) {
      const [program = '', ...args] = commandOf(unit)
      return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    },
    runUnit: (unit) => run(commandOf(unit)),
    async remove() {
      holder.stdin.end()
      await rm(directory, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
    },
  }
}

/** Shell that makes the machine, says so, and waits for the end of its input. */
const makeMachine = (checkout: string, directory: string) => `
cp -a /etc/. '${directory}/etc'
mkdir -p '${directory}/opt/checkout' '${directory}/opt/farthing/node_modules/.bin'
mount --rbind '${checkout}' '${directory}/opt/checkout'
ln -s ../../../checkout/bin/farthing '${directory}/opt/farthing/node_modules/.bin/farthing'
for folder in ${folders.join(' ')}; do mount --rbind '${directory}'/$folder /$folder; done
ln -s /opt/checkout/node_modules/node-linux-$(case $(uname -m) in x86_64) echo x64;; *) echo arm64;; esac)/bin/node /usr/local/sbin/node
cd /opt/checkout
useradd --system --home-dir /var/lib/farthing --shell /usr/sbin/nologin farthing
install -m 755 deploy/farthingctl /usr/local/sbin/
install -m 644 deploy/*.service deploy/*.timer /etc/systemd/system/
install -d -m 700 /etc/farthing && install -m 600 deploy/farthing.env /etc/farthing/
install -d -m 700 -o farthing /var/backups/farthing
echo made
cat > /dev/null`

/** The last value of each key of a unit, and all of them. */
function readUnit(file: string): (key: string) => readonly string[] {
  const lines = readFileSync(file, 'utf8').split('\n')
  return (key) => lines.filter((line) => line.startsWith(`${key}=`)).map((line) => line.slice(key.length + 1))
}

/** What systemd does for a unit, as far as ours ask for it: the script's arguments are the line ExecStart. */
function commandLineOf(unit: (key: string) => readonly string[]): readonly string[] {
  const [user] = unit('User')
  const start = unit('ExecStart').join(' ').split(' ')
  if (user === undefined) return ['env', '-i', `PATH=${path}`, ...start]
  const secrets = '/run/credentials'
  const environment = unit('Environment').flatMap((line) => line.replaceAll('%d', secrets).split(' '))
  const script = [
    `mkdir -p ${secrets} && chown ${user} ${secrets} && chmod 500 ${secrets}`,
    ...unit('LoadCredential').map((line) => {
      const [id, file] = line.split(':')
      return `install -m 400 -o ${user} ${file} ${secrets}/${id}`
    }),
    ...unit('StateDirectory').map((name) => `install -d -m ${unit('StateDirectoryMode')[0]} -o ${user} -g ${user} /var/lib/${name}`),
    `umask ${unit('UMask')[0]}`,
    ...unit('EnvironmentFile').map((file) => `set -a && . ${file} && set +a`),
    `exec env ${environment.join(' ')} CREDENTIALS_DIRECTORY=${secrets} HOME=/var/lib/farthing USER=${user} setpriv --reuid=${user} --regid=${user} --clear-groups --no-new-privs --bounding-set=-all "$@"`,
  ]
  return ['env', '-i', `PATH=${path}`, 'sh', '-ec', script.join('\n'), 'sh', ...start]
}
