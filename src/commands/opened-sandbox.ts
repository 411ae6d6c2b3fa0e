import type { Config } from '../config/config.ts'
import type { StandInsIn } from '../service/goods/load-goods.ts'
import type { SandboxView } from '../service/service-input.ts'
import type { Hex } from '../shared/bytes.ts'
import type { Log } from '../shared/log.ts'

/** A running sandbox, as the commands see it. */
export interface OpenedSandbox extends SandboxView {
  readonly payer: { readonly address: Hex; readonly privateKey: Hex }
  /** The world.json with which other services join. */
  readonly file: string
  close(): Promise<void>
}

export type OpenSandbox = (options: {
  directory: string
  world: string | null
  blockMs: number
  /** Those whose chains are started; all that are known unless given. */
  networks?: Config['sandboxNetworks']
  log: Log
  /** Makes the stand-ins of the lines that are sold; none unless given. */
  standIns?: StandInsIn | null
}) => Promise<OpenedSandbox>
