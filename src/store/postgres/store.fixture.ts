import { systemRandom } from '../../ops/system.ts'
import { migration } from '../migration.ts'
import { systemParts as parts } from '../sqlite/store.fixture.ts'

export const systemParts = { ...parts, random: systemRandom }

/** The small schema of `sqlite/store.fixture.ts`. */
export const notes = migration(
  '0001-notes.sql',
  `CREATE TABLE notes (name text COLLATE "C" NOT NULL PRIMARY KEY, number int8, bytes bytea);
   CREATE TABLE children (parent text NOT NULL REFERENCES notes (name) DEFERRABLE INITIALLY DEFERRED);`,
)
