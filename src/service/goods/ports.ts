import { nobodyScreens, type ScreeningPort } from '../../sources/screening-port.ts'
import type { OpenedLines } from './open-goods.ts'

/** Who screens names and addresses. */
export function screeningOf(ports: OpenedLines['ports']): ScreeningPort {
  return (ports['screening'] as ScreeningPort | undefined) ?? nobodyScreens
}
