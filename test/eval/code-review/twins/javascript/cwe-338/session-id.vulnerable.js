export function openSession(store, user) {
  const sessionId = String(Math.floor(Math.random() * 1e16))
  store.set(sessionId, { user, opened: Date.now() })
  return sessionId
}
