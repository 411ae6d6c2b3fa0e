const { app, BrowserWindow } = require('electron')

app.whenReady().then(() => {
  const window = new BrowserWindow({
    width: 900,
    webPreferences: { nodeIntegration: false, contextIsolation: true },
  })
  window.loadURL('https://app.acme.io')
})
