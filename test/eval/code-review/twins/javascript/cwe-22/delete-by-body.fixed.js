const { unlink } = require('node:fs/promises')
const { join, relative } = require('node:path')

const uploads = '/srv/uploads'

module.exports = async function removeUpload(request, reply) {
  const { folder, file } = request.body
  const parts = [uploads, folder, file]
  const target = join(...parts)
  const inside = relative(uploads, target)
  if (inside.startsWith('..')) return reply.code(400).send({ error: 'not a file of yours' })
  await unlink(target)
  return reply.code(204).send()
}
