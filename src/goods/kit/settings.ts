/** How the files that settings name are read, for lines of goods. */
export { readJsonFile } from '../../ops/json-file.ts'
export { SettingError } from '../../ops/setting.ts'
