import { createHash } from 'node:crypto'
import argon2 from 'argon2'

export class Account {
  hash = ''
  async setPassword(password: string): Promise<void> {
    this.hash = await argon2.hash(password)
  }
  cacheKey(id: string): string {
    return createHash('sha512').update(id).digest('hex')
  }
}
