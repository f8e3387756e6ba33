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
    meaning: 'full name; default for a new account: the user name',
  },
  'password-stdin': {
    type: 'boolean',
    meaning: 'read the password from the first line of standard input; asks for it in a terminal',
  },
  'site-admin': { type: 'boolean', meaning: 'make the user a site administrator; --no-site-admin revokes it' },
  status: {
    type: 'string',
    choices: ['active', 'restricted', 'suspended', 'pending', 'deleted'],
    meaning: 'status of the account',
  },
  'ldap-id': { type: 'string', placeholder: 'ID', meaning: 'ID in the directory' },
  locale: {
    type: 'string',
    placeholder: 'L',
    meaning: 'language and country, such as en_US; "" for the default of the server',
  },
  timezone: {
    type: 'string',
    placeholder: 'Z',
    meaning: 'IANA name, such as Europe/Paris; "" for the default of the server',
  },
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
  summary: 'Create an account; asks for a password in a terminal; without a password the account cannot sign in',
  run: ({ flags, operands: { NAME: username }, folder, io }) =>
    withFolder(folder, io, async ({ features }) => {
      const password =
        flags['password-stdin'] === true
          ? await readPassword(io, username)
          : await askPassword(io, username, ' (empty: none)');
      const user = {
        username,
        email: flags.email,
        realName: username,
        ...readChange(flags),
        ...(password === undefined ? {} : { password }),
      };
      const id = await features.people.create(user);
      print(io, `user ${username} created with ID ${id}`);
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
      meaning: 'read the MD5 password hash of an older system from the first line of standard input',
    },
  },
  summary: 'Change an account; omitted values stay unchanged',
  async run({ flags, operands: { NAME: username }, folder, io }) {
    const change = readChange(flags);
    const hasPassword = flags['password-stdin'] === true;
    const hasMd5 = flags['md5-hash-stdin'] === true;
    if (hasPassword && hasMd5) throw new UsageError('use --password-stdin or --md5-hash-stdin, not both');
    const isChange = Object.keys(change).length > 0 || hasPassword;
    if (!isChange && !hasMd5) throw new UsageError('no changes given');
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
  summary: 'List all accounts; --json includes the last sign-in',
  run: ({ flags, folder, io }) =>
    withFolder(folder, io, async ({ features }) => {
      const lastSignIns = await features.audit.listLatest('sign-in');
      const rows = (await features.people.list()).map((user) => viewUser(user, lastSignIns.get(user.id)));
      const columns = ['id', 'username', 'status', 'site_admin', 'email', 'real_name', 'ldap_id'] as const;
      printList(io, rows, columns, flags.json);
    }),
});

export const userCommands = [addUser, setUser, listUsers];
