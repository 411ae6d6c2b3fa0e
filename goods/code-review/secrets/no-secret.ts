/** Names of things about a secret: the field it is in, where it is asked for, what it is hashed with. */
const aboutSecret =
  /(?:pass(?:word|wd|phrase)?|pwd|secret|token|credential|auth|api_?key|csrf|jwt|cookie)s?(?:_?key)?_?(?:field|url|uri|path|page|name|header|param(?:eter)?|arg|label|prefix|suffix|type|kind|class|regexp?|re|pattern|format|message|msg|error|errors|hint|help|text|title|placeholder|prompt|input|id|ids|endpoint|file|filename|attr|attribute|column|env|var|variable|scope|mode|policy|min|max|length|len|size|reset|expired|invalid|required|hasher|hash|algorithm|algo|scheme|store|backend|manager|template|view|form|widget|strength|rule|rules|validator|ttl|expiry|timeout|option|flag|separator|delimiter|lookup|property|prop|selector|count|index|char|chars)\d?$/i
const isPassword = /(?:pass(?:word|wd|phrase)?|pwd|pw)\d?$/i
/** `NextToken`, `client_secret`, `X-CSRF-Token`: words of letters, joined. */
const words = /^[A-Za-z]+\d?(?:[-_.:/ ][A-Za-z]+)*$/
const naming =
  /pass(?:word|wd|phrase)?|pwd|token|secret|key|auth|cred|field|input|text|string|hidden|required|reset|user|name|login|bearer|basic|hash|bcrypt|argon|scrypt|pbkdf|enter|invalid|none|empty/i
const address = /^(?:[a-z][a-z+.-]*:\/\/(?![^/\s]*:[^/\s]*@)|\/|\.{1,2}\/|#|data:|--|\^|\(\?)/i

/**
 * Whether what is given to a name that speaks of a secret is none: the name of a field, an address, a message, a pattern, a kind of token.
 * Words alone may be a password (`password = "sunshine"`), and nothing else that is secret.
 */
export function isNoSecret(name: string, value: string): boolean {
  if (aboutSecret.test(name) || address.test(value) || !/[A-Za-z\d]{2}/.test(value) || value.length < 3) return true
  if (
    /\s/.test(value.trim()) ||
    /[<>{}]|%[sd(]|:\s*$|\$\(/.test(value) ||
    /\.(?:html?|txt|json|ya?ml|py|js|ts|pem|env|cfg|ini)$/i.test(value)
  )
    return true
  if (value.toLowerCase() === name.toLowerCase()) return true
  if (!words.test(value)) return /^[a-z]+(?:[_.:/-][a-z]+)+$/i.test(value) && naming.test(value)
  return isPassword.test(name) ? naming.test(value) : !/[a-z][A-Z].*\d|\d.*[a-z][A-Z]/.test(value) && value.length < 40
}
