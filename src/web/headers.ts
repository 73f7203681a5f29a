import { secureHeaders } from 'hono/secure-headers';

/**
 * Nothing from elsewhere, nothing inline, and no string ever becomes markup (Trusted Types): document text that
 * slipped through as HTML would still be dead.
 */
export function buildSecurityHeaders() {
  return secureHeaders({
    contentSecurityPolicy: {
      defaultSrc: ["'none'"],
      scriptSrc: ["'self'"],
      styleSrc: ["'self'"],
      connectSrc: ["'self'"],
      imgSrc: ["'self'"],
      formAction: ["'self'"],
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
      requireTrustedTypesFor: ["'script'"],
      trustedTypes: ["'none'"],
    },
    referrerPolicy: 'same-origin',
    xFrameOptions: 'DENY',
    // The page is plain HTTP on loopback; the reverse proxy that adds TLS decides about this one.
    strictTransportSecurity: false,
    permissionsPolicy: { camera: [], microphone: [], geolocation: [] },
  });
}

/** A thumbnail or an answer is somebody's paper: no shared cache may keep it. */
export const PRIVATE_FOR_AN_HOUR = 'private, max-age=3600';
/** The same where people are told apart: the next one at this browser, or the same one tomorrow, may not see it. */
export const CHECKED_EACH_TIME = 'private, no-cache';

/** Headers of the event stream: buffered or compressed, the whole answer would arrive at once. */
export const EVENT_STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store, no-transform',
  'X-Accel-Buffering': 'no',
} as const;
