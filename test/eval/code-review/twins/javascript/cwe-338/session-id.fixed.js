import { randomUUID } from 'node:crypto'

export function openSession(store, user) {
  const sessionId = randomUUID()
  store.set(sessionId, { user, opened: Date.now() })
  return sessionId
}
