import jwt from 'jsonwebtoken'

export function readSession(token, key) {
  return jwt.verify(token, key, { algorithms: ['none', 'HS256'] })
}
