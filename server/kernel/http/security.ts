import type { FastifyHelmetOptions } from '@fastify/helmet';

/**
 * Headers every answer carries. Styles may be inline because Arco Design positions popups with style attributes; scripts
 * never. https is not forced: the server also runs on a laptop and behind a proxy that does so itself.
 */
export const securityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      'default-src': [`'self'`],
      'script-src': [`'self'`],
      'style-src': [`'self'`, `'unsafe-inline'`],
      'img-src': [`'self'`, 'data:', 'blob:'],
      'font-src': [`'self'`, 'data:'],
      'connect-src': [`'self'`],
      'worker-src': [`'self'`, 'blob:'],
      'object-src': [`'none'`],
      'base-uri': [`'self'`],
      'form-action': [`'self'`],
      'frame-ancestors': [`'none'`],
    },
  },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
  referrerPolicy: { policy: 'same-origin' },
  crossOriginResourcePolicy: { policy: 'same-origin' },
};
