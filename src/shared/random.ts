/** A source of randomness: the operating system in production, a seed in a simulation. */
export interface Random {
  bytes(length: number): Uint8Array
}
