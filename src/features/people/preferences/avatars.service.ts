// Pictures of accounts: their own ones, kept by a key that only those know who may see the account.
import { randomBytes } from 'node:crypto';
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { forbidden, invalid } from '../../../platform/errors.ts';
import { readBase64 } from '../../../platform/texts/base64.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { managesAccounts, requireBelow } from '../credentials/managed-accounts.ts';
import { requireOwn } from './own-account.ts';
import type { Avatar } from '../accounts/people.schema.ts';
import * as store from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';
import { actorOf } from '../credentials/sign-in.ts';
import type { Caller } from '../credentials/sign-in.ts';

export interface Avatars {
  /** Throws forbidden for somebody else's account, invalid for what is no picture of its media type. */
  saveAvatar(caller: Caller, user: UserRow | undefined, sent: Static<typeof Avatar>): Promise<void>;
  /** One's own, or that of an account that the caller manages, see `requireBelow`; throws forbidden for others. */
  deleteAvatar(caller: Caller, user: UserRow | undefined): Promise<void>;
  findAvatar(key: string): Promise<{ type: string; content: Uint8Array } | undefined>;
}

type PictureType = Static<typeof Avatar>['content_type'];

/** How files of a type start, in ISO 8859-1. */
const starts: Readonly<Record<PictureType, RegExp>> = {
  'image/png': /^\x89PNG\r\n\x1a\n/,
  'image/jpeg': /^\xff\xd8\xff/,
  'image/gif': /^GIF8[79]a/,
  'image/webp': /^RIFF[^]{4}WEBP/,
};

/** Throws invalid for what is no base64, or no picture of this type. */
function readPicture({ content, content_type: type }: Static<typeof Avatar>): Buffer {
  const bytes = readBase64(content, 'content');
  if (!starts[type].test(bytes.subarray(0, 16).toString('latin1'))) {
    throw invalid(says('avatar.type')`is not a valid ${type}; send an image of the type in content_type`, 'content');
  }
  return bytes;
}

export function createAvatars(database: Database, clock: Clock): Avatars {
  const change = (caller: Caller, user: UserRow, bytes: Buffer | undefined, type: string): Promise<void> =>
    database.transact(async (tx) => {
      const key = bytes === undefined ? null : randomBytes(16).toString('hex');
      if (bytes === undefined || key === null) await store.deleteAvatar(tx, user.id);
      else await store.saveAvatar(tx, { user_id: user.id, key, type, content: bytes });
      await store.setAvatarKey(tx, user.id, key);
      const details = { picture: bytes === undefined ? 'removed' : type };
      await recordAudit(tx, clock, { kind: 'account-changed', by: actorOf(caller), userId: user.id, details });
      await bumpSiteVersion(tx);
    });
  return {
    async saveAvatar(caller, user, sent) {
      const own = requireOwn(caller, user, 'avatar');
      await change(caller, own, readPicture(sent), sent.content_type);
    },
    async deleteAvatar(caller, user) {
      if (user === undefined) throw forbidden(says('avatar.nobody')`this account can't have an avatar`);
      if (!managesAccounts(caller)) requireOwn(caller, user, 'avatar');
      await requireBelow(database.read, caller, user);
      if (user.avatar_key !== null) await change(caller, user, undefined, '');
    },
    findAvatar: (key) => store.findAvatar(database.read, key),
  };
}
