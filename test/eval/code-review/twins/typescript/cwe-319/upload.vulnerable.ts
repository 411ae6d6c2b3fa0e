import got from 'got'

const endpoints = {
  upload: 'http://files.acme.io/upload',
}

export function upload(content: Buffer): Promise<unknown> {
  return got.post(endpoints.upload, { body: content }).json()
}
