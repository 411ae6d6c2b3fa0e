import logger from './logger.js'

export async function refresh(client, session) {
  const tokens = await client.refresh(session.refreshToken)
  logger.info(`refreshed: ${tokens.accessToken}`)
  return tokens
}
