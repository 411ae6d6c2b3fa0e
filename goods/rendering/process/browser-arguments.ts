/** Features of Chromium that reach for the network by themselves, or that pages need not have. */
const disabledFeatures = [
  'AutofillServerCommunication',
  'CertificateTransparencyComponentUpdater',
  'DialMediaRouteProvider',
  'HttpsUpgrades',
  'InterestFeedContentSuggestions',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'Prerender2',
  'SpeculationRulesPrefetchFuture',
  'Translate',
  'WebTransport',
]

const megabytesOfScript = 256

/** All arguments of the browser. Nothing but the debugging pipe controls it, and nothing but the proxy of a page leads out. */
export function browserArguments(profile: string): readonly string[] {
  return [
    '--headless',
    '--remote-debugging-pipe',
    `--user-data-dir=${profile}`,
    // What belongs to no page gets a proxy that refuses every connection: port 9 discards, and nothing listens there.
    '--proxy-server=http://127.0.0.1:9',
    // Without this, Chromium reaches loopback without the proxy.
    '--proxy-bypass-list=<-loopback>',
    // The proxy resolves names. The browser itself resolves none.
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    '--disable-quic',
    '--dns-prefetch-disable',
    '--no-pings',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-domain-reliability',
    '--disable-client-side-phishing-detection',
    '--disable-sync',
    '--disable-breakpad',
    '--disable-crash-reporter',
    '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
    `--disable-features=${disabledFeatures.join(',')}`,
    '--block-new-web-contents',
    '--deny-permission-prompts',
    '--disable-notifications',
    '--disable-extensions',
    '--disable-file-system',
    '--disable-speech-api',
    '--disable-gpu',
    '--disable-3d-apis',
    '--disable-software-rasterizer',
    '--lang=en-US',
    '--mute-audio',
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-default-apps',
    '--hide-scrollbars',
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    // A page has the whole browser for itself, so its frames share few processes instead of filling the memory.
    '--disable-site-isolation-trials',
    '--renderer-process-limit=2',
    `--js-flags=--max-old-space-size=${megabytesOfScript}`,
    '--disk-cache-size=1',
    'about:blank',
  ]
}
