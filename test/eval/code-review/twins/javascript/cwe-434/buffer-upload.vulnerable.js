import { writeFile } from 'node:fs/promises'
import { nanoid } from 'nanoid'

const types = { 'image/png': 'png', 'image/jpeg': 'jpg' }

export async function keep(req, res) {
  const { file } = req
  await writeFile(`public/uploads/${file.originalname}`, file.buffer)
  res.sendStatus(201)
}
