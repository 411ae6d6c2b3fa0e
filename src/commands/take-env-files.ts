import { UsageError } from './define/usage-error.ts'

const option = '--env-file'

/**
 * Takes `--env-file <file>` and `--env-file=<file>` out of the arguments of any command, before its name or behind it.
 * @throws UsageError where no file is named
 */
export function takeEnvFiles(given: readonly string[]): { readonly args: readonly string[]; readonly files: readonly string[] } {
  const args: string[] = []
  const files: string[] = []
  for (let index = 0; index < given.length; index++) {
    const argument = given[index]!
    if (argument === '--') return { args: [...args, ...given.slice(index)], files }
    if (argument === option) files.push(named(given[++index]))
    else if (argument.startsWith(`${option}=`)) files.push(named(argument.slice(option.length + 1)))
    else args.push(argument)
  }
  return { args, files }
}

function named(file: string | undefined): string {
  if (file === undefined || file === '' || file.startsWith('--')) throw new UsageError(`${option} needs the name of a file`)
  return file
}
