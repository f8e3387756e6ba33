// The page behind the links that end mails of an artifact. It works without signing in, and on a POST alone: programs look at
// links in mails before people do (RFC 8058).
import type { FastifyInstance } from 'fastify';
import { notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import { addOtherMethods } from '../../platform/http/index.ts';
import type { NotificationRules } from './rules.service.ts';
import { readLeaving } from './unsubscribe-token.ts';

const url = '/unsubscribe/:token';

const headers = {
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

const writePage = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mails of an artifact</title></head><body>${body}</body></html>`;

/** `secret` is that of the install, which signed the links. */
export function addUnsubscribing(
  server: FastifyInstance,
  rules: Pick<NotificationRules, 'leave'>,
  secret: string,
): void {
  const read = (token: unknown) => {
    const leaving = typeof token === 'string' ? readLeaving(secret, token) : undefined;
    if (leaving === undefined)
      throw notFound(says('notification.link')`this link is not whole; copy all of it from the mail`);
    return leaving;
  };
  server.get<{ Params: { token: string } }>(url, { config: { isPage: true } }, async ({ params }, reply) => {
    const { artifactId } = read(params.token);
    const page = writePage(
      `<p>End mails about artifact ${artifactId}?</p><form method="post"><button>End them</button></form>`,
    );
    return reply.headers(headers).type('text/html; charset=utf-8').send(page);
  });
  server.post<{ Params: { token: string } }>(url, async ({ params }, reply) => {
    const leaving = read(params.token);
    await rules.leave(leaving);
    const page = writePage(`<p>You get no more mails about artifact ${leaving.artifactId}.</p>`);
    return reply.headers(headers).type('text/html; charset=utf-8').send(page);
  });
  addOtherMethods(server, url, ['GET', 'POST']);
}
