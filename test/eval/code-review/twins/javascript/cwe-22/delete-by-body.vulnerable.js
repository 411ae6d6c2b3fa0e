const { unlink } = require('node:fs/promises')
const { join, relative } = require('node:path')

const uploads = '/srv/uploads'

module.exports = async function removeUpload(request, reply) {
  const { folder, file } = request.body
  const parts = [uploads, folder, file]
  const target = join(...parts)
  await unlink(target)
  return reply.code(204).send()
}
