const raw = decodeURIComponent(location.hash.substring(1))

const settings = JSON.parse(raw)

document.body.dataset.theme = settings.theme === 'dark' ? 'dark' : 'light'
