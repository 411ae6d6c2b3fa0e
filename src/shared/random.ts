/** Source of randomness. In production the operating system's; in a simulation a seed's. */
export interface Random {
  bytes(length: number): Uint8Array
}
