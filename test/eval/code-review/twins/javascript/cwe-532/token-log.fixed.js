import logger from './logger.js'

export async function refresh(client, session) {
  const tokens = await client.refresh(session.refreshToken)
  logger.info(`refreshed until ${tokens.expires}`)
  return tokens
}
