import { writeFile } from 'node:fs/promises'

const options = { encoding: 'utf8', mode: 0o640 }

export const saveConfig = (config) => writeFile('/etc/acme/config.json', JSON.stringify(config), options)
