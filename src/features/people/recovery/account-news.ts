// Has mails about an account sent to its owner.
import type { Writer } from '../../../platform/database/index.ts';
import { isMailAddress, queueMail } from '../../../platform/mail/index.ts';
import type { Settings } from '../../../settings/index.ts';
import type { UserRow } from '../accounts/people.store.ts';
import { composeAccountMail, mailLanguageOf } from './account-mails.ts';
import type { AccountNews } from './account-mails.ts';

interface Order {
  settings: Settings;
  nowMs: number;
  /** Where it goes; by default the address of the account. */
  to?: string;
}

/** Once the transaction is durable. An address that no mail can go to gets none. */
export async function notifyOwner(
  tx: Writer,
  user: Pick<UserRow, 'username' | 'email' | 'locale'>,
  news: AccountNews,
  { settings, nowMs, to = user.email }: Order,
): Promise<void> {
  if (!isMailAddress(to)) return;
  const scene = { language: mailLanguageOf(user, settings), site: settings.sys_name, username: user.username };
  await queueMail(tx, composeAccountMail(news, to, scene), { nowMs });
}
