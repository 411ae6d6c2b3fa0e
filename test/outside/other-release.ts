import { execFile } from 'node:child_process'
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const keys = '/usr/share/keyrings/debian-archive-keyring.gpg'
/** Needed to administer a machine, and by no program that runs here. */
const leftOut = ['debconf', 'postgresql-common']

/**
 * Unpacks packages of another release of Debian, and all that their programs need, into a folder. apt-get works with lists and a state
 * of its own there, so nothing is installed, and no rights are needed.
 * @param folder which is made
 */
export async function unpackRelease(release: string, packages: readonly string[], folder: string): Promise<void> {
  const [state, archives] = [join(folder, 'apt/state'), join(folder, 'apt/archives')]
  mkdirSync(join(state, 'lists/partial'), { recursive: true })
  mkdirSync(join(archives, 'partial'), { recursive: true })
  const [sources, status] = [join(folder, 'apt/sources.list'), join(folder, 'apt/status')]
  writeFileSync(sources, `deb [signed-by=${keys}] ${await mirror()} ${release} main\n`)
  writeFileSync(
    status,
    leftOut.map((name) => `Package: ${name}\nStatus: install ok installed\nArchitecture: all\nVersion: 9999\n\n`).join(''),
  )
  const own = {
    'Dir::State': state,
    'Dir::State::status': status,
    'Dir::Cache': join(folder, 'apt'),
    'Dir::Etc::sourcelist': sources,
    'Dir::Etc::sourceparts': '/dev/null',
    'Dir::Etc::preferences': '/dev/null',
    'Dir::Etc::preferencesparts': '/dev/null',
    'Acquire::Languages': 'none',
    // Its own user may not be allowed into the folder.
    'APT::Sandbox::User': 'root',
  }
  const options = Object.entries(own).flatMap(([name, value]) => ['-o', `${name}=${value}`])
  await run('apt-get', [...options, 'update'])
  await run('apt-get', [...options, 'install', '--yes', '--no-install-recommends', '--download-only', ...packages])
  for (const archive of globSync(join(archives, '*.deb'))) await run('dpkg-deb', ['-x', archive, folder])
}

/** Starts a program of such a folder with the libraries that belong to it. */
export function commandIn(folder: string, program: string): readonly string[] {
  const [loader] = globSync(join(folder, 'usr/lib/*-linux-gnu/ld-linux-*.so.*'))
  if (loader === undefined) throw new Error(`${folder} has no loader`)
  return [loader, '--library-path', join(loader, '..'), program]
}

/** Where this machine gets Debian's packages from. */
async function mirror(): Promise<string> {
  const { stdout } = await run('apt-get', ['indextargets', '--format', '$(REPO_URI) $(RELEASE)', 'Created-By: Packages'])
  // `bookworm`, not `bookworm-security`.
  const [address] =
    stdout
      .split('\n')
      .find((line) => /^\S+ [a-z]+$/.test(line))
      ?.split(' ') ?? []
  if (address === undefined) throw new Error('this machine names no server of Debian packages')
  return address
}
