// Pictures of accounts outside the API, where `avatar_url` leads. They are asked for by pages, without credentials.
import { makeFile } from '../../../platform/http/index.ts';
import type { FileRoute, ServedFile } from '../../../platform/http/index.ts';
import type { Avatars } from './avatars.service.ts';
import { defaultAvatar } from '../accounts/people.view.ts';
import { drawFigure, drawPattern } from './pictures.ts';

/** Whatever somebody uploaded, it runs nothing and loads nothing. */
const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};
/** A name has the same drawn picture until somebody draws them otherwise; an own one has another address. */
const forADay = { ...headers, 'cache-control': 'private, max-age=86400' };
const forEver = { ...headers, 'cache-control': 'private, max-age=31536000, immutable' };

/**
 * The pictures. Own ones have a key in their address; without it every name has a drawn one, known or not, so that
 * asking tells nothing about who has an account.
 */
export function avatarFiles(avatars: Pick<Avatars, 'findAvatar'>): FileRoute[] {
  let figure: ServedFile | undefined;
  return [
    { url: defaultAvatar, find: () => (figure ??= makeFile('image/png', drawFigure(), forADay)) },
    {
      url: '/users/:name/avatar.png',
      find: (_file, path) => makeFile('image/png', drawPattern(decodeURIComponent(path.split('/')[2] ?? '')), forADay),
    },
    {
      url: '/users/:name/:file(^avatar-[0-9a-f]{32}\\.png$)',
      async find(file) {
        const found = await avatars.findAvatar(file.slice('avatar-'.length, -'.png'.length));
        return found === undefined ? undefined : makeFile(found.type, Buffer.from(found.content), forEver);
      },
    },
  ];
}
