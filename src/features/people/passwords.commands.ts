// `tepal passwords`: what is left of passwords of an older system.
import { defineCommand, listFlags, print, warn } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createPeopleFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createPeopleFeature>, 'passwords'> }>;

/** `tepal passwords migrate` (spec ruling 13). */
const passwordsCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'passwords migrate',
    operands: [],
    flags: {
      ...listFlags,
      erase: { type: 'boolean', meaning: 'erase the MD5 hashes; users without another password then need a new one' },
    },
    summary: 'List accounts that still have an MD5 password hash; --erase removes these hashes',
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const rows = (await features.passwords.listLegacy()).map(({ id, username, hasArgon2id }) => ({
          id,
          username,
          has_argon2id: hasArgon2id,
        }));
        printList(io, rows, ['id', 'username', 'has_argon2id'], flags.json);
        if (flags.erase !== true) return;
        const count = await features.passwords.eraseLegacy();
        const line = `${count} MD5 hashes erased`;
        if (flags.json === true) warn(io, line);
        else print(io, line);
        const stranded = rows.filter((row) => !row.has_argon2id).map((row) => row.username);
        if (stranded.length > 0) {
          warn(io, `tepal: users without a password, set new ones with "tepal user set": ${stranded.join(', ')}`);
        }
      }),
  });

export const passwordCommands = (withFolder: Open): Command[] => [passwordsCommand(withFolder)];
