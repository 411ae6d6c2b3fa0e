import CryptoJS from 'crypto-js'

export class Vault {
  constructor(private readonly passphrase: string) {}
  seal(text: string): string {
    return CryptoJS.AES.encrypt(text, this.passphrase).toString()
  }
}
