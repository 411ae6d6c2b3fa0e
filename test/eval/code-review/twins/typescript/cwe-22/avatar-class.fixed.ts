import { readFile } from 'node:fs/promises'
import type { Request, Response } from 'express'

class AvatarStore {
  private readonly folder: string
  constructor(folder: string) {
    this.folder = folder
  }
  async load(user: string): Promise<Buffer> {
    return readFile(`${this.folder}/${user}.png`)
  }
}

const store = new AvatarStore('/var/lib/avatars')

export async function showAvatar(req: Request, res: Response): Promise<void> {
  const user = req.query.user as string
  if (!/^[a-z0-9_-]{1,32}$/.test(user)) {
    res.sendStatus(400)
    return
  }
  res.type('png').send(await store.load(user))
}
