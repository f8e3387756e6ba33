// `tepal init`: a new data folder with its first administrator.
import { randomBytes } from 'node:crypto';
import type { App } from '../app.ts';
import { conflict } from '../platform/errors.ts';
import { resolveSettings, writeSetting } from '../settings/index.ts';
import { defineCommand, print } from '../platform/command-line/command.ts';
import { withNewFolder } from './open-folder.ts';
import { askPassword, drawPassword, readPassword } from './password-input.ts';

interface FirstAdmin {
  username: string;
  realName: string;
  /** By default the user name at the default domain. */
  email?: string | undefined;
  password: string;
}

/** Throws conflict where an account exists. */
async function requireNoAccount({ dataDir, features }: App): Promise<void> {
  const [first] = await features.people.list();
  if (first !== undefined) throw conflict(`${dataDir} is already in use: it has the account "${first.username}"`);
}

/** Makes the first account; new installations store argon2id only (spec ruling 13). Throws invalid for a bad name or e-mail. */
export async function createFirstAdmin(app: App, admin: FirstAdmin): Promise<void> {
  const { settings } = await app.features.site.current();
  const { username, realName, password } = admin;
  const email = admin.email ?? `${username}@${settings.sys_default_domain.replace(/:\d+$/, '')}`;
  await app.features.people.create({ username, realName, email, password, isSiteAdmin: true });
  await app.features.site.changeSetting('sys_keep_md5_hashed_password', '0');
}

/** A token for /metrics, which nobody reads without one, unless the operator has set one already. */
export async function drawMetricsToken({ dataDir, settings }: App): Promise<void> {
  if (resolveSettings(settings, []).metrics_token !== '') return;
  await writeSetting(dataDir, 'metrics_token', randomBytes(32).toString('hex'));
}

export const initCommand = defineCommand({
  name: 'init',
  operands: [],
  flags: {
    admin: {
      type: 'string',
      placeholder: 'NAME',
      meaning: 'user name of the first site administrator; default: admin',
    },
    'admin-email': {
      type: 'string',
      placeholder: 'E',
      meaning: 'e-mail address; default: the name at the default domain',
    },
    'admin-real-name': { type: 'string', placeholder: 'R', meaning: 'real name; default: Site Administrator' },
    'admin-password-stdin': { type: 'boolean', meaning: 'read the password from the first line of standard input' },
  },
  summary:
    'Create a data folder with a site administrator; asks for a password in a terminal, otherwise prints a random one once',
  run: ({ flags, folder, io }) =>
    withNewFolder(folder, io, async (app) => {
      await requireNoAccount(app);
      const username = flags.admin ?? 'admin';
      const isGiven = flags['admin-password-stdin'] === true;
      const given = isGiven ? await readPassword(io, username) : await askPassword(io, username, ' (empty: random)');
      const password = given ?? drawPassword();
      const realName = flags['admin-real-name'] ?? 'Site Administrator';
      await createFirstAdmin(app, { username, realName, email: flags['admin-email'], password });
      await drawMetricsToken(app);
      print(io, `${folder} is ready; its site administrator is ${username}`);
      if (given === undefined) print(io, `password of ${username}, shown only once: ${password}`);
    }),
});
