/**
 * Where a page may load what from. Styles may be inline because Arco Design positions popups with
 * style attributes; scripts never, nor does an editor or a decoder need eval or WebAssembly.
 * Pictures of records are fetched with the session and drawn from blob:. A camera's stream is set
 * on a <video> as an object, not an address, so no media-src is opened.
 */
const CONTENT_POLICY: Readonly<Record<string, string>> = {
  'default-src': `'self'`,
  'script-src': `'self'`,
  'style-src': `'self' 'unsafe-inline'`,
  'img-src': `'self' data: blob:`,
  'font-src': `'self' data:`,
  'connect-src': `'self'`,
  'worker-src': `'self' blob:`,
  'object-src': `'none'`,
  'base-uri': `'self'`,
  'form-action': `'self'`,
  'frame-ancestors': `'none'`,
};

/**
 * Headers of every answer, as Helmet recommends them; a table, because a middleware that builds
 * them for each request takes a tenth of a list's time.
 */
export const securityHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': Object.entries(CONTENT_POLICY)
    .map(([name, from]) => `${name} ${from}`)
    .join(';'),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  // The filter of old browsers did harm; 0 switches it off.
  'x-xss-protection': '0',
};

/**
 * Strict-Transport-Security of an answer to a request that came over https; without it the server
 * also runs on a laptop. A year.
 */
export const ONLY_HTTPS = 'max-age=31536000';
