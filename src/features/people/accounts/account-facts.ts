// What may be said of an account, and which texts it may be said with.
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { UserStatus } from './people.tables.ts';

/** What is absent keeps its value. */
export interface UserChange {
  username?: string;
  realName?: string;
  email?: string;
  ldapId?: string;
  status?: UserStatus;
  isSiteAdmin?: boolean;
  /** Such as `en_US`; null: the server's. */
  locale?: string | null;
  /** A name of the IANA list; null: the server's. */
  timezone?: string | null;
  password?: string;
}

const usernamePattern = /^[A-Za-z][A-Za-z0-9_.-]{1,254}$/;
const zonePattern = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Whether an account may be called so. */
export const isUsername = (text: string): boolean => usernamePattern.test(text);

export const isEmail = (text: string): boolean => /^[^@\s]+@[^@\s]+$/.test(text);

/** Throws invalid for a text that no account may have. */
export function checkAccount({ username, email, locale, timezone }: UserChange): void {
  if (username !== undefined && !isUsername(username)) {
    throw invalid(
      says(
        'username.malformed',
      )`"${username}" is not a valid user name; use a letter, then letters, digits, "-", "_" or "."`,
      'username',
    );
  }
  if (email !== undefined && !isEmail(email)) {
    throw invalid(says('email.malformed')`"${email}" is not a valid e-mail address`, 'email');
  }
  if (typeof locale === 'string' && !/^[a-z]{2,3}_[A-Z]{2}$/.test(locale)) {
    throw invalid(
      says('locale.malformed')`"${locale}" is not a valid locale; use a language and country such as en_US`,
      'locale',
    );
  }
  if (typeof timezone === 'string' && !isTimeZone(timezone)) {
    throw invalid(
      says('timezone.malformed')`"${timezone}" is not a time zone; use a name such as Europe/Paris or UTC`,
      'timezone',
    );
  }
}

function isTimeZone(name: string): boolean {
  if (!zonePattern.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** Line breaks and other control characters, and those that turn the direction of what follows. */
const deceptive = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text has no character that could make it pass for another one beside it. */
export const isPlainText = (text: string): boolean => !deceptive.test(text);

/** Throws invalid for a real name that could pass for another text beside it. */
export function requirePlainName(realName: string | undefined): void {
  if (realName !== undefined && !isPlainText(realName)) {
    throw invalid(says('name.deceptive')`contains a line break or an invisible character`, 'real_name');
  }
}

/** Of the server itself, as people would read them, and accounts that systems and services of a forge have of old. */
const reservedNames: ReadonlySet<string> = new Set(
  `abuse admin administrator anonymous everybody forge hostmaster mailer-daemon nobody none noreply postmaster root security self
  support system tepal webmaster
  adm apache bin codendiadm cvs daemon debian download dummy ftp games git gitolite halt http httpd irc lp mail mailman mysql news ns
  operator shell shutdown site_admin ssh svn sync uucp www www-data`.split(/\s+/),
);

/** Whether people, or systems that know accounts by name, would take it for another's. */
export const isReservedName = (username: string): boolean => {
  const name = username.toLowerCase();
  return reservedNames.has(name) || name.startsWith('anoncvs_');
};

/** Throws invalid for such a name. */
export function requireUnreservedName(username: string): void {
  if (isReservedName(username)) {
    throw invalid(says('username.reserved')`"${username}" is a reserved name; choose another`, 'username');
  }
}
