// Run as a process: opens the store in the directory given and prints a line for each note that it was told is durable.
import { note, notes, systemParts } from './store.fixture.ts'
import { openSqliteStore } from './open-sqlite-store.ts'

const store = await openSqliteStore({ ...systemParts, directory: process.argv[2]!, migrations: [notes] })
console.log('open')
for (let turn = 0; ; turn++) {
  const names = Array.from({ length: 5 }, (_, index) => `${turn}-${index}`)
  for (const name of await Promise.all(names.map((one) => store.write(note, one)))) console.log(name)
}
