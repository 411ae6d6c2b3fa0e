import { defaultText, type Setting } from './setting.ts'

/** The settings as a Markdown table, for docs/settings.md. */
export function settingsMarkdown(settings: readonly Setting<unknown>[]): string {
  const rows = settings.map((setting) => `| \`${setting.name}\` | ${describeDefault(setting, '`')} | ${describe(setting)} |`)
  return ['| setting | default | what it decides |', '| --- | --- | --- |', ...rows].join('\n')
}

/** The settings for a terminal. */
export function settingsText(settings: readonly Setting<unknown>[]): string {
  const width = Math.max(...settings.map(({ name }) => name.length))
  return settings
    .map(
      (setting) =>
        `  ${setting.name.padEnd(width)}  ${describe(setting).replaceAll('`', '')}${describeDefault(setting, '') === '' ? '' : ` Default: ${describeDefault(setting, '')}.`}`,
    )
    .join('\n')
}

function describe({ what, secret, only, required, name }: Setting<unknown>): string {
  const notes = [
    ...(required === undefined ? [] : [`Required with \`MODE=${required}\`.`]),
    ...(only === undefined || only === required ? [] : [`Only with \`MODE=${only}\`.`]),
    ...(secret ? [`Secret; also as \`${name}_FILE\`.`] : []),
  ]
  return [what, ...notes].join(' ')
}

function describeDefault(setting: Setting<unknown>, mark: string): string {
  const [sandbox, live] = [defaultText(setting, 'sandbox'), defaultText(setting, 'live')]
  if (!sandbox || !live) return ''
  return sandbox === live ? mark + sandbox + mark : `${mark}${sandbox}${mark} in the sandbox, ${mark}${live}${mark} live`
}
