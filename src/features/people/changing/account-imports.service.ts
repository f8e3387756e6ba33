// Many accounts at once, from the lines of a CSV file: looked at first, then made, all or none.
import type { Static } from 'typebox';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/index.ts';
import { conflict, DomainError, forbidden, invalid } from '../../../platform/errors.ts';
import { openTable, splitCells, splitLines } from '../../../platform/spreadsheets/csv.ts';
import { says } from '../../../platform/texts/said.ts';
import type { Said } from '../../../platform/texts/said.ts';
import type { Settings } from '../../../settings/index.ts';
import { recordAudit } from '../../audit/index.ts';
import { bumpSiteVersion } from '../../site/index.ts';
import { checkAccount, requirePlainName, requireUnreservedName } from '../accounts/account-facts.ts';
import type { AccountImport } from '../accounts/people.schema.ts';
import * as store from '../accounts/people.store.ts';
import { managesAccounts, requireBelow } from '../credentials/managed-accounts.ts';
import { actorOf } from '../credentials/sign-in.ts';
import type { Caller } from '../credentials/sign-in.ts';
import { isInvitable, sendInvitation } from '../recovery/invitations.ts';
import { insertAccount } from './account-saving.ts';
import { requireRestrictedPlatform } from './accounts.service.ts';
import { truncate } from '../../../platform/texts/shorten.ts';

export interface ImportedLine {
  /** Of the file, from 1. */
  line: number;
  username: string;
  email: string;
  realName: string;
  status: 'A' | 'R' | 'S' | 'P';
  ldapId: string;
  problem: string | Said | undefined;
}

export interface AccountImports {
  /**
   * What the lines of a file would become. With `is_dry_run` false the accounts are made, too. Throws forbidden for who does
   * not manage accounts, invalid for a file that can't be read or, where accounts are to be made, one line that can't, conflict
   * where links are to be mailed and the site sends no mail.
   */
  importAccounts(caller: Caller, sent: Static<typeof AccountImport>): Promise<ImportedLine[]>;
  /** Mails the owner a link by which they choose a password. Throws forbidden, and conflict for an account without use for one or a site without mail. */
  invite(caller: Caller, user: store.UserRow): Promise<void>;
}

/** One file makes so many accounts at most. */
const linesMax = 1000;
const columns = ['username', 'email', 'real_name', 'status', 'ldap_id'] as const;
type Column = (typeof columns)[number];
const statuses = ['A', 'R', 'S', 'P'] as const;

export function createAccountImports(database: Database, clock: Clock): AccountImports {
  return {
    async importAccounts(caller, { csv, is_dry_run: isDryRun, sends_links: sendsLinks = false }) {
      if (!managesAccounts(caller))
        throw forbidden(says('account.create-admin-only')`only account managers can create accounts`);
      const read = readAccounts(csv);
      const names = read.map(({ username }) => username);
      const taken = await store.listUsersByKeys(database.read, { usernames: names, emails: [], ldapIds: [] });
      const takenNames = new Set(taken.map(({ username }) => username.toLowerCase()));
      const lines = read.map((line) => ({ ...line, problem: line.problem ?? findProblem(caller, line, takenNames) }));
      if (isDryRun) return lines;
      if (sendsLinks) requireMail(caller.site.settings);
      const wrong = lines.find(({ problem }) => problem !== undefined);
      if (wrong !== undefined) throw invalid(says('import.line')`line ${wrong.line}: ${wrong.problem ?? ''}`, 'csv');
      const sending = { clock, settings: caller.site.settings, by: actorOf(caller) };
      await database.transact(async (tx) => {
        for (const line of lines) {
          const row = await insertAccount(tx, line, clock.nowMs());
          const facts = { userId: row.id, details: { username: row.username, by: 'import' } };
          await recordAudit(tx, clock, { kind: 'account-created', by: sending.by, ...facts });
          if (sendsLinks && isInvitable(row, sending.settings)) await sendInvitation(tx, sending, row);
        }
        await bumpSiteVersion(tx);
      });
      return lines;
    },
    async invite(caller, user) {
      if (!managesAccounts(caller))
        throw forbidden(says('account.invite-admin-only')`only account managers can send links to set a password`);
      await requireBelow(database.read, caller, user);
      const { settings } = caller.site;
      requireMail(settings);
      if (!isInvitable(user, settings))
        throw conflict(
          says('account.no-password')`"${user.username}" can't sign in with a password; activate the account first`,
        );
      await database.transact((tx) => sendInvitation(tx, { clock, settings, by: actorOf(caller) }, user));
    },
  };
}

/** Throws conflict where the site sends no mail. */
function requireMail(settings: Settings): void {
  if (settings.mail_transport === 'none')
    throw conflict(
      says(
        'invite.no-mail',
      )`mail is turned off (mail_transport is none), so no link can be sent; set a password instead`,
    );
}

/** Lines with their faults of form, in the order of the file. Throws invalid for a file without the columns that accounts need. */
function readAccounts(csv: string): ImportedLine[] {
  const { separator, start, line: headLine } = openTable(csv);
  const [head = '', ...rest] = splitLines(csv.slice(start));
  const names = (splitCells(head, separator) ?? []).map((name) => name.toLowerCase().replaceAll(' ', '_'));
  for (const needed of ['username', 'email'])
    if (!names.includes(needed))
      throw invalid(
        says('account-import.no-column')`has no column ${needed}; the first row must contain the column names`,
        'csv',
      );
  const unknown = names.find((name) => !columns.some((column) => column === name));
  if (unknown !== undefined)
    throw invalid(
      says(
        'account-import.column',
      )`has an unknown column "${truncate(unknown, 50)}"; the columns are ${columns.join(', ')}`,
      'csv',
    );
  const filled = rest
    .map((text, index) => ({ text, line: headLine + index + 1 }))
    .filter(({ text }) => text.trim() !== '');
  if (filled.length === 0) throw invalid(says('account-import.empty')`has no rows below the column names`, 'csv');
  if (filled.length > linesMax)
    throw invalid(
      says('account-import.many')`has ${filled.length} accounts; import at most ${linesMax} at a time`,
      'csv',
    );
  const seen = new Set<string>();
  return filled.map(({ text, line }) => {
    const cells = splitCells(text, separator);
    const cell = (column: Column): string => cells?.[names.indexOf(column)] ?? '';
    const username = cell('username');
    const isRepeated = seen.has(username.toLowerCase());
    seen.add(username.toLowerCase());
    const status = cell('status').toUpperCase();
    const known = statuses.find((one) => one === (status === '' ? 'A' : status));
    const problem =
      cells === undefined
        ? says('import.quotes')`quotes are not balanced`
        : cells.length > names.length
          ? says('import.cells')`has ${cells.length} cells, but there are ${names.length} columns`
          : isRepeated
            ? says('account-import.twice')`the user name "${username}" is listed twice`
            : known === undefined
              ? says('account-import.status')`the status "${status}" is not valid; use one of ${statuses.join(', ')}`
              : undefined;
    const facts = { username, email: cell('email'), realName: cell('real_name'), ldapId: cell('ldap_id') };
    return { line, ...facts, status: known ?? 'A', problem };
  });
}

/** Why an account can't be made; undefined where it can. */
function findProblem(caller: Caller, line: ImportedLine, takenNames: ReadonlySet<string>): string | Said | undefined {
  if (takenNames.has(line.username.toLowerCase()))
    return says('account-import.taken')`the user name "${line.username}" is already taken`;
  if ([line.email, line.realName, line.ldapId].some((text) => text.length > 255))
    return says('account-import.long')`a cell is too long`;
  try {
    checkAccount(line);
    requirePlainName(line.realName);
    requireUnreservedName(line.username);
    if (line.status === 'R') requireRestrictedPlatform(caller);
    return undefined;
  } catch (error) {
    if (error instanceof DomainError) return error.sentence;
    throw error;
  }
}
