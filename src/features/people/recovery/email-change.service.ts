// Another e-mail address of one's own: it counts once a link that was mailed to it is used. The password proves who asks.
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader, Writer } from '../../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import type { RequestFacts } from '../../../platform/http/index.ts';
import { isMailAddress } from '../../../platform/mail/index.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Settings } from '../../../settings/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { isJudgedByDirectory, isUsableAccount } from '../accounts/account-state.ts';
import { findUser, updateUser } from '../accounts/people.store.ts';
import type { UserRow } from '../accounts/people.store.ts';
import { deleteLinksOf, findLink, findLinkOf, insertLink } from '../credentials/account-links.store.ts';
import { emailChangeBoundOf, requireFewAsks } from '../credentials/ask-bounds.ts';
import { hashSecret } from '../credentials/credentials.ts';
import type { PasswordCheck } from '../credentials/password-check.ts';
import { actorOf, requireUser } from '../credentials/sign-in.ts';
import type { Caller } from '../credentials/sign-in.ts';
import { notifyOwner } from './account-news.ts';
import { emailLinkHours, makeLinkText, writeLink } from './links.ts';

export interface OwnEmail {
  email: string;
  /** Whether it is proved to be the person's; until then nothing that names the address means the account. */
  isProven: boolean;
  /** Asked for, and not confirmed yet. */
  pending: { email: string; expiresAtMs: number } | undefined;
}

export interface EmailChange {
  read(caller: Caller): Promise<OwnEmail>;
  /**
   * Mails a link to another address of the caller's, which takes the place of one asked for before, and tells the present one.
   * Throws invalid for what is no address or the present one, forbidden where the directory keeps it, rate-limited after
   * several, and as PasswordCheck.check does.
   */
  ask(caller: Caller, wish: { email: string; password: string }, request: RequestFacts): Promise<void>;
  /** Takes back what was asked for. */
  withdraw(caller: Caller): Promise<void>;
  /** Makes the address of a link that of its account. Throws notFound for a link that is unknown, used or too old. */
  confirm(caller: Caller, text: string): Promise<{ username: string; email: string }>;
}

const purpose = 'email';
const linkOver = says(
  'email.link-over',
)`this link was already used or has expired; request the address change again in your account settings`;

export function createEmailChange(database: Database, clock: Clock, passwordCheck: PasswordCheck): EmailChange {
  return {
    async read(caller) {
      const { id, email, is_email_proven: proof } = requireUser(caller);
      const link = await findLinkOf(database.read, id, { purpose, nowMs: clock.nowMs() });
      const pending = link === undefined ? undefined : { email: link.email, expiresAtMs: link.expires_at_ms };
      return { email, isProven: proof === 1, pending };
    },
    async ask(caller, { email, password }, request) {
      const { settings } = caller.site;
      const user = requireUser(caller);
      if (isJudgedByDirectory(user, settings))
        throw forbidden(
          says('email.in-directory')`the e-mail address of this account is managed in the directory; change it there`,
        );
      if (!isMailAddress(email))
        throw invalid(says('email.malformed-quoted')`${JSON.stringify(email)} is not a valid e-mail address`, 'email');
      const isConfirming = email === user.email;
      if (isConfirming && user.is_email_proven === 1)
        throw invalid(says('email.same')`is already your address`, 'email');
      await passwordCheck.check({ username: user.username, password, method: 'email-change', request, settings });
      await database.transact(async (tx) => {
        const nowMs = clock.nowMs();
        await requireFewAsks(tx, [emailChangeBoundOf(user.id)], nowMs);
        const order = { settings, nowMs };
        await askForConfirmation(tx, { ...user, email }, order);
        if (isConfirming) return;
        await notifyOwner(tx, user, { kind: 'email-asked', email, address: caller.address }, order);
        const details = { email };
        await recordAudit(tx, clock, { kind: 'email-change-asked', by: actorOf(caller), userId: user.id, details });
      });
    },
    async withdraw(caller) {
      const { id } = requireUser(caller);
      await database.transact((tx) => deleteLinksOf(tx, id, purpose));
    },
    confirm: ({ site: { settings }, address }, text) =>
      database.transact(async (tx) => {
        const nowMs = clock.nowMs();
        const found = await findConfirmed(tx, text, nowMs);
        if (found === undefined || isJudgedByDirectory(found.user, settings)) throw notFound(linkOver);
        const { user, email } = found;
        const by = { userId: user.id, name: user.username, address };
        const details = { email };
        await recordAudit(tx, clock, { kind: 'account-changed', by, userId: user.id, details });
        await updateUser(tx, user, { email, is_email_proven: 1 });
        await bumpSiteVersion(tx);
        if (email === user.email) {
          await deleteLinksOf(tx, user.id, purpose);
          return { username: user.username, email };
        }
        // A link to a new password that went to the former mailbox ends, too.
        await deleteLinksOf(tx, user.id);
        await notifyOwner(tx, user, { kind: 'email-changed', email }, { settings, nowMs });
        return { username: user.username, email };
      }),
  };
}

/** Mails a link that proves the address of an account, in place of one that was mailed before; nothing where the site sends no mail. */
export async function askForConfirmation(
  tx: Writer,
  user: Pick<UserRow, 'id' | 'username' | 'email' | 'locale'>,
  order: { settings: Settings; nowMs: number },
): Promise<void> {
  if (order.settings.mail_transport === 'none') return;
  const text = makeLinkText();
  const url = writeLink('/confirm-email', text, order.settings);
  await deleteLinksOf(tx, user.id, purpose);
  const expiresAtMs = order.nowMs + emailLinkHours * 60 * 60_000;
  const link = { hash: hashSecret(text), user_id: user.id, purpose, email: user.email } as const;
  await insertLink(tx, { ...link, expires_at_ms: expiresAtMs });
  await notifyOwner(tx, user, { kind: 'email-link', url, hours: emailLinkHours }, order);
}

/** An account that waits for approval may confirm the address that it was made with. */
const mayConfirm = (user: UserRow, email: string): boolean =>
  isUsableAccount(user) || (user.status === 'P' && user.email === email);

async function findConfirmed(db: Reader, text: string, nowMs: number) {
  const link = await findLink(db, hashSecret(text), { purpose, nowMs });
  const user = link === undefined ? undefined : await findUser(db, link.user_id);
  if (link === undefined || user === undefined || !mayConfirm(user, link.email)) return undefined;
  return { user, email: link.email };
}
