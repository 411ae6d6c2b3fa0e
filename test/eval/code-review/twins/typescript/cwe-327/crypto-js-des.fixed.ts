import CryptoJS from 'crypto-js'

export const hide = (text: string, key: string): string =>
  CryptoJS.AES.encrypt(text, key).toString()
