import type pg from 'pg'
import { NotOnThisEngine, type Query, type Row, type Store, type Unit } from '../store.ts'
import { boundOf } from './statement.ts'

/** Units and queries over one connection, before it is used for anything else. Nothing is run again. */
export function storeOnConnection(client: pg.ClientBase): Pick<Store, 'read' | 'write'> {
  async function run<Input, Output>({ name, postgres: form }: Unit<Input, Output> | Query<Input, Output>, input: Input): Promise<Output> {
    if (!form) throw new NotOnThisEngine(`${name} is not yet on PostgreSQL`)
    const { statement, values } = boundOf(form, name, input)
    const { rows } = await client.query<Row>(statement.text, [...values])
    return form.result(rows, input) as Output
  }
  return { read: run, write: run }
}
