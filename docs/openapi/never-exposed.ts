/**
 * What no selection ever offers: it makes, shows or changes credentials. By (method, path), so that a description which
 * renames operations changes nothing.
 */
const OPERATIONS: ReadonlySet<string> = new Set([
  'POST /api/token/',
  'POST /api/profile/generate_auth_token/',
  'PATCH /api/profile/',
  'PUT /api/profile/',
  // It reads, yet makes a new secret each time.
  'GET /api/profile/totp/',
  'POST /api/profile/totp/',
  'DELETE /api/profile/totp/',
  'POST /api/profile/disconnect_social_account/',
  'POST /api/users/{id}/deactivate_totp/',
  'GET /api/oauth/callback/',
]);

/** The same for what a newer description may bring, however it is spelt. */
const SEGMENT = /token|totp|oauth|api_?key|passkey|webauthn|credential|(^|_)(mfa|2fa|otp)(_|$)/;

/** True for operations that stay closed, whatever is selected. */
export function isNeverExposed(method: string, path: string): boolean {
  const verb = method.toUpperCase();
  const segments = path.toLowerCase().split('/').filter(Boolean);
  if (OPERATIONS.has(`${verb} /${segments.join('/')}/`)) return true;
  if (segments.some((segment) => SEGMENT.test(segment))) return true;
  // What hangs on one account is about signing in: today its second factor, tomorrow its password.
  if (segments[1] === 'users' && segments.length > 3) return true;
  return segments[1] === 'profile' && verb !== 'GET';
}
