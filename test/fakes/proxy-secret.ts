/** What a reverse proxy proves itself with, wherever a test has one. */
export const PROXY_SECRET = 'only-the-proxy-knows';
