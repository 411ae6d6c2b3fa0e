import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alarmFields, alarms } from './alarm.ts'

test('every alarm names a section of the page about alarms that exists', () => {
  const page = readFileSync('docs/operate/alarms.md', 'utf8')
  for (const alarm of alarms) {
    expect(alarmFields(alarm).page).toBe(`docs/operate/alarms.md#${alarm}`)
    expect(page, alarm).toContain(`\n### ${alarm}\n`)
  }
})
