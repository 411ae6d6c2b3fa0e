import type { Request, Response } from 'express'

class Proxy {
  async load(from: string): Promise<string> {
    const response = await fetch(from)
    return response.text()
  }
}

const proxy = new Proxy()

export async function mirror(req: Request, res: Response): Promise<void> {
  res.json({ text: await proxy.load(String(req.query.from)) })
}
