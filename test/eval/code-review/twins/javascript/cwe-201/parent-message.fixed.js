function report(user) {
  window.parent.postMessage({ kind: 'user', user }, 'https://portal.acme.io')
}

report(readUser())
