// Another e-mail address of one's own: it counts once a link that was mailed to it is used. The password proves who asks.
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Reader } from '../../../platform/database/index.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import type { RequestFacts } from '../../../platform/http/index.ts';
import { isMailAddress } from '../../../platform/mail/index.ts';
import { says } from '../../../platform/texts/said.ts';
import { recordAudit } from '../../audit/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { isJudgedByDirectory, isUsableAccount } from '../accounts/account-state.ts';
import { findUser, updateUser } from '../accounts/people.store.ts';
import { deleteLinksOf, findLink, findLinkOf, insertLink } from '../credentials/account-links.store.ts';
import { emailChangeBoundOf, requireFewAsks } from '../credentials/ask-bounds.ts';
import { hashSecret } from '../credentials/credentials.ts';
import type { PasswordCheck } from '../credentials/password-check.ts';
import { actorOf, requireUser } from '../credentials/sign-in.ts';
import type { Caller } from '../credentials/sign-in.ts';
import { tellOwner } from './account-news.ts';
import { emailLinkHours, makeLinkText, writeLink } from './links.ts';

export interface OwnEmail {
  email: string;
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
)`this link was used, or is too old; ask for the address anew on the page of your account`;

export function createEmailChange(database: Database, clock: Clock, passwordCheck: PasswordCheck): EmailChange {
  return {
    async read(caller) {
      const { id, email } = requireUser(caller);
      const link = await findLinkOf(database.read, id, { purpose, nowMs: clock.nowMs() });
      const pending = link === undefined ? undefined : { email: link.email, expiresAtMs: link.expires_at_ms };
      return { email, pending };
    },
    async ask(caller, { email, password }, request) {
      const { settings } = caller.site;
      const user = requireUser(caller);
      if (isJudgedByDirectory(user, settings))
        throw forbidden(
          says('email.in-directory')`the address of this account is kept in the directory; change it there`,
        );
      if (!isMailAddress(email))
        throw invalid(says('email.malformed-quoted')`${JSON.stringify(email)} is no e-mail address`, 'email');
      if (email === user.email) throw invalid(says('email.same')`is your address already`, 'email');
      await passwordCheck.check({ username: user.username, password, method: 'email-change', request, settings });
      const text = makeLinkText();
      const url = writeLink('/confirm-email', text, settings);
      await database.transact(async (tx) => {
        const nowMs = clock.nowMs();
        await requireFewAsks(tx, [emailChangeBoundOf(user.id)], nowMs);
        await deleteLinksOf(tx, user.id, purpose);
        const expiresAtMs = nowMs + emailLinkHours * 60 * 60_000;
        await insertLink(tx, { hash: hashSecret(text), user_id: user.id, purpose, email, expires_at_ms: expiresAtMs });
        const order = { settings, nowMs };
        await tellOwner(tx, user, { kind: 'email-link', url, hours: emailLinkHours }, { ...order, to: email });
        await tellOwner(tx, user, { kind: 'email-asked', email, address: caller.address }, order);
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
        await updateUser(tx, user, { email });
        // A link to a new password that went to the former mailbox ends, too.
        await deleteLinksOf(tx, user.id);
        const by = { userId: user.id, name: user.username, address };
        await recordAudit(tx, clock, { kind: 'account-changed', by, userId: user.id, details: { email } });
        await bumpSiteVersion(tx);
        await tellOwner(tx, user, { kind: 'email-changed', email }, { settings, nowMs });
        return { username: user.username, email };
      }),
  };
}

async function findConfirmed(db: Reader, text: string, nowMs: number) {
  const link = await findLink(db, hashSecret(text), { purpose, nowMs });
  const user = link === undefined ? undefined : await findUser(db, link.user_id);
  return link === undefined || user === undefined || !isUsableAccount(user) ? undefined : { user, email: link.email };
}
