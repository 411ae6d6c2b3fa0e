import nodemailer from 'nodemailer'

const account = {
  user: 'robot@acme.io',
  pass: 'Zx81-mailer-77',
}

export const mailer = nodemailer.createTransport({ host: 'smtp.acme.io', port: 465, secure: true, auth: account })
