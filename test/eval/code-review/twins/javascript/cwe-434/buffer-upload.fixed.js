import { writeFile } from 'node:fs/promises'
import { nanoid } from 'nanoid'

const types = { 'image/png': 'png', 'image/jpeg': 'jpg' }

export async function keep(req, res) {
  const { file } = req
  const ending = types[file.mimetype]
  if (!ending) return res.sendStatus(415)
  await writeFile(`public/uploads/${nanoid()}.${ending}`, file.buffer)
  res.sendStatus(201)
}
