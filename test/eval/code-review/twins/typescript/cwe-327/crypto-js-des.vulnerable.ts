import CryptoJS from 'crypto-js'

export const hide = (text: string, key: string): string =>
  CryptoJS.TripleDES.encrypt(text, key).toString()
