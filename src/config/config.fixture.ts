import { ConfigError, loadConfig } from './config.ts'

export const key = `0x${'11'.repeat(32)}`
export const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

/** The settings that a live service needs. */
export const live = {
  MODE: 'live',
  PAY_TO: address,
  SIGNER_KEY: key,
  PUBLIC_URL: 'https://api.example.com/',
  RPC_URL_BASE: 'https://base.example/v2/nodesecret, https://spare.example',
}

/** What is wrong with settings; empty where they are right. */
export function errorsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.errors
    throw error
  }
  return []
}
