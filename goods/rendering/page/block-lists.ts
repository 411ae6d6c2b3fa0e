/** What a caller may have left out of a page. */
export type Blocked = 'ads' | 'cookie_banners'

/** Well-known hosts of advertisements and of the scripts that measure them. */
const adHosts = [
  'doubleclick.net',
  'googlesyndication.com',
  'googleadservices.com',
  'adservice.google.com',
  'googletagmanager.com',
  'google-analytics.com',
  'amazon-adsystem.com',
  'adnxs.com',
  'adsrvr.org',
  'adform.net',
  'criteo.com',
  'criteo.net',
  'casalemedia.com',
  'openx.net',
  'pubmatic.com',
  'rubiconproject.com',
  'smartadserver.com',
  'taboola.com',
  'outbrain.com',
  'teads.tv',
  'moatads.com',
  'scorecardresearch.com',
  'quantserve.com',
  'hotjar.com',
  'connect.facebook.net',
  'ads.linkedin.com',
  'bat.bing.com',
  'media.net',
  'sharethrough.com',
  'yieldmo.com',
]

/** Hosts of well-known consent tools. */
const bannerHosts = [
  'cookielaw.org',
  'onetrust.com',
  'cookiebot.com',
  'consentmanager.net',
  'usercentrics.eu',
  'didomi.io',
  'quantcast.com',
  'trustarc.com',
  'iubenda.com',
  'cookieyes.com',
  'termly.io',
  'cookie-script.com',
  'privacy-mgmt.com',
]

/** The elements of well-known banners that pages serve themselves. */
const bannerElements = [
  '#onetrust-banner-sdk',
  '#onetrust-consent-sdk',
  '#CybotCookiebotDialog',
  '#cookiescript_injected',
  '#cmpbox',
  '#usercentrics-root',
  '#didomi-host',
  '#iubenda-cs-banner',
  '#cookie-banner',
  '#cookie-notice',
  '#cookie-law-info-bar',
  '#cookieConsent',
  '.cc-window',
  '.cookie-banner',
  '.cookie-consent',
  '.cookie-notice',
  '.qc-cmp2-container',
  '.cky-consent-container',
  '.truste_overlay',
  '.truste_box_overlay',
]

/** URL patterns of the DevTools protocol. */
export function blockedUrls(blocked: readonly Blocked[]): readonly string[] {
  const hosts = [...(blocked.includes('ads') ? adHosts : []), ...(blocked.includes('cookie_banners') ? bannerHosts : [])]
  return hosts.flatMap((host) => [`*://${host}/*`, `*://*.${host}/*`])
}

/** A script that hides the banners of the page itself. A page's content security policy does not hold for adopted sheets. */
export const hideBanners = `(() => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(${JSON.stringify(`${bannerElements.join(',')}{display:none!important}`)})
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
})()`
