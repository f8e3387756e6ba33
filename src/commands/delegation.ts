// `tepal delegation`: site-wide rights handed to single people.
import { delegationNames } from '../features/people/index.ts';
import { defineCommand, listFlags, print } from './command.ts';
import { withFolder } from './open-folder.ts';
import { printList } from './text-table.ts';

const rights = `one of ${delegationNames.join(', ')}`;

const grantDelegation = defineCommand({
  name: 'delegation grant',
  operands: ['NAME', 'USER'],
  flags: {},
  summary: `Gives a user a site-wide right: ${rights}`,
  async run({ operands: { NAME: name, USER: username }, folder, io }) {
    await withFolder(folder, io, ({ features }) => features.people.grantDelegation(name, username));
    print(io, `${username} has ${name}`);
  },
});

const revokeDelegation = defineCommand({
  name: 'delegation revoke',
  operands: ['NAME', 'USER'],
  flags: {},
  summary: 'Takes a site-wide right back',
  async run({ operands: { NAME: name, USER: username }, folder, io }) {
    await withFolder(folder, io, ({ features }) => features.people.revokeDelegation(name, username));
    print(io, `${username} does not have ${name}`);
  },
});

const listDelegations = defineCommand({
  name: 'delegation list',
  operands: [],
  flags: listFlags,
  summary: 'Lists who holds which site-wide right',
  run: ({ flags, folder, io }) =>
    withFolder(folder, io, async ({ features }) => {
      printList(io, await features.people.listDelegations(), ['name', 'username'], flags.json);
    }),
});

export const delegationCommands = [grantDelegation, revokeDelegation, listDelegations];
