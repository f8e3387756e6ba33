// The page behind the links that end mails of an artifact. It works without signing in, and on a POST alone: programs look at
// links in mails before people do (RFC 8058).
import { notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { PageAnswer, PageRoute } from '../../platform/http/index.ts';
import type { NotificationRules } from './rules.service.ts';
import { readLeaving } from './unsubscribe-token.ts';

const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': "default-src 'none'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

const writePage = (body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Mails of an artifact</title></head><body>${body}</body></html>`;

/** `secret` is that of the install, which signed the links. */
export function unsubscribePage<Viewer>(rules: Pick<NotificationRules, 'leave'>, secret: string): PageRoute<Viewer> {
  const answer = (body: string): PageAnswer => ({ status: 200, headers, body: writePage(body) });
  return {
    url: '/unsubscribe/:token',
    methods: ['GET', 'POST'],
    async handle({ method, params }) {
      const leaving = readLeaving(secret, params['token'] ?? '');
      if (leaving === undefined)
        throw notFound(says('notification.link')`this link is incomplete; copy all of it from the mail`);
      const { artifactId } = leaving;
      if (method !== 'POST')
        return answer(
          `<p>End mails about artifact ${artifactId}?</p><form method="post"><button>End them</button></form>`,
        );
      await rules.leave(leaving);
      return answer(`<p>You get no more mails about artifact ${artifactId}.</p>`);
    },
  };
}
