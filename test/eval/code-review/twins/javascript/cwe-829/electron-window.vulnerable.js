const { app, BrowserWindow } = require('electron')

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 900,
    webPreferences: { nodeIntegration: true, contextIsolation: false },
  })
  window.loadURL('https://app.acme.io')
})
