import nodemailer from 'nodemailer'

const account = {
  user: 'robot@acme.io',
  pass: process.env.MAIL_PASSWORD,
}

export const mailer = nodemailer.createTransport({ host: 'smtp.acme.io', port: 465, secure: true, auth: account })
