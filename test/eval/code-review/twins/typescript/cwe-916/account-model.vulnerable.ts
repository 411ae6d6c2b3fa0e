import { createHash } from 'node:crypto'

export class Account {
  hash = ''
  setPassword(password: string): void {
    this.hash = createHash('sha512').update(password).digest('hex')
  }
  cacheKey(id: string): string {
    return createHash('sha512').update(id).digest('hex')
  }
}
