import { spawn, type ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { printed } from './kit-programs.ts'

/**
 * Builds and runs images without a daemon: buildah carries a Dockerfile out in a chroot. The images that a Dockerfile begins with
 * are made here, from Debian's packages and the Node of this checkout, since a registry of images may be out of reach.
 */
export interface Images {
  readonly store: readonly string[]
  readonly directory: string
}

export function openImages(directory: string): Images {
  return { directory, store: ['--root', join(directory, 'store'), '--runroot', join(directory, 'run'), '--storage-driver', 'overlay'] }
}

const buildah = ({ store }: Images, ...args: string[]) => printed('buildah', [...store, ...args])

/** An image as that of Node: Debian, Node, npm, and a user 1000. */
export async function makeNodeImage(images: Images, name: string): Promise<void> {
  const root = join(images.directory, 'debian')
  await printed('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', root])
  cpSync(join(process.cwd(), `node_modules/node-linux-${process.arch}/bin/node`), join(root, 'usr/local/bin/node'))
  mkdirSync(join(root, 'usr/local/lib/node_modules'), { recursive: true })
  cpSync(npmOfThisMachine(), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  // Where this machine trusts an authority of its own, npm in the image has to as well.
  cpSync('/etc/ssl/certs/ca-certificates.crt', join(root, 'etc/ssl/certs/ca-certificates.crt'))
  mkdirSync(join(root, 'usr/local/etc'), { recursive: true })
  writeFileSync(join(root, 'usr/local/etc/npmrc'), 'cafile=/etc/ssl/certs/ca-certificates.crt\n')
  writeFileSync(join(root, 'etc/passwd'), `${readFileSync(join(root, 'etc/passwd'), 'utf8')}node:x:1000:1000::/home/node:/bin/sh\n`)
  writeFileSync(join(root, 'etc/group'), `${readFileSync(join(root, 'etc/group'), 'utf8')}node:x:1000:\n`)
  const container = (await buildah(images, 'from', 'scratch')).trim()
  await buildah(images, 'copy', '-q', container, root, '/')
  await buildah(images, 'config', '--env', `PATH=${path}`, container)
  await buildah(images, 'commit', '-q', container, name)
}

const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

function npmOfThisMachine(): string {
  const found = process.env['PATH']!.split(delimiter)
    .map((folder) => join(folder, 'npm'))
    .find((file) => existsSync(file))!
  return dirname(dirname(realpathSync(found)))
}

/** Carries the Dockerfile out on a source tree. */
export async function buildImage(images: Images, tree: string, tag: string): Promise<void> {
  const options = ['--isolation', 'chroot', '--network', 'host', '--pull-never', '--format', 'docker', '--layers']
  await buildah(images, 'bud', ...options, '-f', join(tree, 'deploy/Dockerfile'), '-t', tag, tree)
}

export interface ImageSettings {
  readonly User: string
  readonly Env: readonly string[]
  readonly Entrypoint: readonly string[]
  readonly Cmd: readonly string[]
  readonly Healthcheck: { readonly Test: readonly string[] }
  readonly Volumes: Readonly<Record<string, unknown>>
}

export interface Container {
  readonly settings: ImageSettings
  /** Its file system. */
  readonly root: string
  /**
   * Runs a command in it as the image says: its user, without any right of root, and with nothing to write to but its volume and
   * `/tmp`. It has the network of this machine.
   */
  run(command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess
}

export async function openContainer(images: Images, tag: string): Promise<Container> {
  const container = (await buildah(images, 'from', '--pull-never', tag)).trim()
  const root = (await buildah(images, 'mount', container)).trim()
  const settings = (JSON.parse(await buildah(images, 'inspect', '--type', 'image', tag)) as { Docker: { config: ImageSettings } }).Docker
    .config
  const [uid, gid] = settings.User.split(':').map(Number) as [number, number]
  const volume = Object.keys(settings.Volumes)[0]!
  const data = join(images.directory, 'data')
  mkdirSync(data, { recursive: true })
  chownSync(data, uid, gid)
  chmodSync(data, 0o700)
  const mounts = [
    'mount --make-rprivate /',
    `mount --bind ${root} ${root}`,
    `mount --bind ${data} ${root}${volume}`,
    `mount -t tmpfs -o mode=1777 tmpfs ${root}/tmp`,
    `mount -t proc proc ${root}/proc`,
    `mount --rbind /dev ${root}/dev`,
    `mount -o remount,ro,bind ${root}`,
  ].join(' && ')
  const user = ['setpriv', '--no-new-privs', '--bounding-set=-all', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
  return {
    settings,
    root,
    run: (command, env) =>
      spawn(
        'unshare',
        ['--mount', '--', 'sh', '-c', `${mounts} && root=$1 && shift && cd / && exec chroot "$root" "$@"`, 'sh', root, ...user].concat([
          'env',
          '-i',
          ...settings.Env,
          ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
          ...command,
        ]),
        { stdio: ['ignore', 'pipe', 'pipe'] },
      ),
  }
}
