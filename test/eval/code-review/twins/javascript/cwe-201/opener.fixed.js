const token = await signIn()
const target = window.opener
target.postMessage(token, window.location.origin)
window.close()
