// `tepal user`: accounts.
import type { UserChange, UserRow, UserStatus } from '../features/people/index.ts';
import { defineCommand, listFlags, print, UsageError } from '../platform/command-line/command.ts';
import { withFolder } from './open-folder.ts';
import { askPassword, readPassword, readPasswordHash } from './password-input.ts';
import { printList } from '../platform/command-line/text-table.ts';

const statusLetters = {
  active: 'A',
  restricted: 'R',
  suspended: 'S',
  pending: 'P',
  deleted: 'D',
} as const satisfies Record<string, UserStatus>;

const accountFlags = {
  'real-name': {
    type: 'string',
    placeholder: 'R',
    meaning: 'the name that people read; of a new account the user name by default',
  },
  'password-stdin': {
    type: 'boolean',
    meaning: 'takes the password from the first line of standard input; at a terminal it is asked for',
  },
  'site-admin': { type: 'boolean', meaning: 'makes a site administrator; --no-site-admin takes it back' },
  status: {
    type: 'string',
    choices: ['active', 'restricted', 'suspended', 'pending', 'deleted'],
    meaning: 'state of the account',
  },
  'ldap-id': { type: 'string', placeholder: 'ID', meaning: 'identity in the directory' },
  locale: { type: 'string', placeholder: 'L', meaning: 'language and country, such as en_US; "" for the server’s' },
  timezone: { type: 'string', placeholder: 'Z', meaning: 'IANA name, such as Europe/Paris; "" for the server’s' },
} as const;

interface AccountFlags {
  email?: string | undefined;
  'real-name': string | undefined;
  'site-admin': boolean | undefined;
  status: keyof typeof statusLetters | undefined;
  'ldap-id': string | undefined;
  locale: string | undefined;
  timezone: string | undefined;
}

const readChange = (flags: AccountFlags): UserChange => ({
  ...(flags.email === undefined ? {} : { email: flags.email }),
  ...(flags['real-name'] === undefined ? {} : { realName: flags['real-name'] }),
  ...(flags['ldap-id'] === undefined ? {} : { ldapId: flags['ldap-id'] }),
  ...(flags.status === undefined ? {} : { status: statusLetters[flags.status] }),
  ...(flags['site-admin'] === undefined ? {} : { isSiteAdmin: flags['site-admin'] }),
  ...(flags.locale === undefined ? {} : { locale: flags.locale || null }),
  ...(flags.timezone === undefined ? {} : { timezone: flags.timezone || null }),
});

const addUser = defineCommand({
  name: 'user add',
  operands: ['NAME'],
  flags: {
    email: { type: 'string', placeholder: 'E', isRequired: true, meaning: 'e-mail address' },
    ...accountFlags,
  },
  summary:
    'Creates an account; at a terminal it asks for a password, without one nobody can sign in with the account yet',
  run: ({ flags, operands: { NAME: username }, folder, io }) =>
    withFolder(folder, io, async ({ features }) => {
      const password =
        flags['password-stdin'] === true
          ? await readPassword(io, username)
          : await askPassword(io, username, ' (empty: none yet)');
      const user = {
        username,
        email: flags.email,
        realName: username,
        ...readChange(flags),
        ...(password === undefined ? {} : { password }),
      };
      const id = await features.people.create(user);
      print(io, `user ${username} created with id ${id}`);
    }),
});

const setUser = defineCommand({
  name: 'user set',
  operands: ['NAME'],
  flags: {
    email: { type: 'string', placeholder: 'E', meaning: 'e-mail address' },
    ...accountFlags,
    'md5-hash-stdin': {
      type: 'boolean',
      meaning: 'takes over the MD5 hash of a password of an older system from the first line of standard input',
    },
  },
  summary: 'Changes an account; what is not named keeps its value',
  async run({ flags, operands: { NAME: username }, folder, io }) {
    const change = readChange(flags);
    const hasPassword = flags['password-stdin'] === true;
    const hasMd5 = flags['md5-hash-stdin'] === true;
    if (hasPassword && hasMd5) throw new UsageError('--password-stdin and --md5-hash-stdin exclude each other');
    const isChange = Object.keys(change).length > 0 || hasPassword;
    if (!isChange && !hasMd5) throw new UsageError('nothing to change is given');
    await withFolder(folder, io, async ({ features }) => {
      const password = hasPassword ? { password: await readPassword(io, username) } : {};
      if (hasMd5) await features.passwords.setLegacy(username, await readPasswordHash(io));
      if (isChange) await features.people.change(username, { ...change, ...password });
      print(io, `user ${username} changed`);
    });
  },
});

const viewUser = (user: UserRow, lastSignIn: string | undefined) => ({
  id: user.id,
  username: user.username,
  real_name: user.real_name,
  email: user.email,
  status: Object.entries(statusLetters).find(([, letter]) => letter === user.status)?.[0] ?? user.status,
  site_admin: user.is_site_admin === 1,
  ldap_id: user.ldap_id,
  locale: user.locale,
  timezone: user.timezone,
  last_sign_in: lastSignIn ?? null,
});

const listUsers = defineCommand({
  name: 'user list',
  operands: [],
  flags: listFlags,
  summary: 'Lists all accounts; --json tells the last sign-in too',
  run: ({ flags, folder, io }) =>
    withFolder(folder, io, async ({ features }) => {
      const lastSignIns = await features.audit.listLatest('sign-in');
      const rows = (await features.people.list()).map((user) => viewUser(user, lastSignIns.get(user.id)));
      const columns = ['id', 'username', 'status', 'site_admin', 'email', 'real_name', 'ldap_id'] as const;
      printList(io, rows, columns, flags.json);
    }),
});

export const userCommands = [addUser, setUser, listUsers];
