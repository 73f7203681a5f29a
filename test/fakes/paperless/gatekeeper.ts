import type { Next } from 'hono';
import { type FakeContext, json, page } from './answer.ts';

/** In Django's order: the version in the Accept header, then the token. */
export async function guard(context: FakeContext, next: Next): Promise<Response | undefined> {
  const accept = context.req.header('accept') ?? '*/*';
  if (/^text\/html/.test(accept)) return page('Paperless-ngx API', 200);
  const version = findVersion(accept);
  if (version === undefined) return json(context, { detail: 'Invalid version in "Accept" header.' }, 406);
  if (!/json|\*\/\*/.test(accept))
    return json(context, { detail: 'Could not satisfy the request Accept header.' }, 406);
  const refusal = findRefusal(context);
  if (refusal !== undefined) {
    const answer = json(context, { detail: refusal }, 401);
    answer.headers.set('www-authenticate', 'Token');
    return answer;
  }
  context.set('version', version);
  await next();
  return undefined;
}

/** What is no API path, or lacks its trailing slash: the login page, whoever asks. */
export function answerUnknownPath(context: FakeContext): Response {
  if (!['GET', 'HEAD'].includes(context.req.method)) return page('403 Forbidden', 403);
  const path = new URL(context.req.url).pathname;
  if (path === '/accounts/login/') return page('Paperless-ngx sign in', 200);
  return new Response(null, {
    status: 302,
    headers: { 'content-type': 'text/html; charset=utf-8', location: `/accounts/login/?next=${path}` },
  });
}

function findVersion(accept: string): 9 | 10 | undefined {
  const wanted = /version=(\w+)/.exec(accept)?.[1];
  if (wanted === undefined || wanted === '10') return 10;
  return wanted === '9' ? 9 : undefined;
}

/** Signs the user in, or says why not. */
function findRefusal(context: FakeContext): string | undefined {
  const [scheme = '', ...tokens] = (context.req.header('authorization') ?? '').split(' ');
  if (scheme.toLowerCase() !== 'token') return 'Authentication credentials were not provided.';
  if (tokens.join('') === '') return 'Invalid token header. No credentials provided.';
  if (tokens.length > 1) return 'Invalid token header. Token string should not contain spaces.';
  const users = [...context.get('fake').library.users.values()];
  const user = users.find(({ token }) => token === tokens[0]);
  if (user === undefined) return 'Invalid token.';
  if (!user.is_active) return 'User inactive or deleted.';
  context.set('user', user);
  return undefined;
}
