import CryptoJS from 'crypto-js'

export class Vault {
  seal(text: string): string {
    return CryptoJS.AES.encrypt(text, 'correct-horse-battery').toString()
  }
}
