const raw = decodeURIComponent(location.hash.substring(1))

const settings = eval('(' + raw + ')')

document.body.dataset.theme = settings.theme === 'dark' ? 'dark' : 'light'
