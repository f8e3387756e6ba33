// `tepal delegation`: site-wide rights handed to single people.
import { delegationNames } from './changing/delegations.service.ts';
import { defineCommand, listFlags, print } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createPeopleFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createPeopleFeature>, 'people'> }>;

const rights = `one of ${delegationNames.join(', ')}`;

const grantDelegation = (withFolder: Open): Command =>
  defineCommand({
    name: 'delegation grant',
    operands: ['NAME', 'USER'],
    flags: {},
    summary: `Grant a user a site-wide permission: ${rights}`,
    async run({ operands: { NAME: name, USER: username }, folder, io }) {
      await withFolder(folder, io, ({ features }) => features.people.grantDelegation(name, username));
      print(io, `${username} has ${name}`);
    },
  });

const revokeDelegation = (withFolder: Open): Command =>
  defineCommand({
    name: 'delegation revoke',
    operands: ['NAME', 'USER'],
    flags: {},
    summary: 'Revoke a site-wide permission',
    async run({ operands: { NAME: name, USER: username }, folder, io }) {
      await withFolder(folder, io, ({ features }) => features.people.revokeDelegation(name, username));
      print(io, `${username} does not have ${name}`);
    },
  });

const listDelegations = (withFolder: Open): Command =>
  defineCommand({
    name: 'delegation list',
    operands: [],
    flags: listFlags,
    summary: 'List users with site-wide permissions',
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const held = await features.people.listDelegations();
        const rows = held.map(({ name, username }) => ({ name, username }));
        printList(io, rows, ['name', 'username'], flags.json);
      }),
  });

export const delegationCommands = (withFolder: Open): Command[] => [
  grantDelegation(withFolder),
  revokeDelegation(withFolder),
  listDelegations(withFolder),
];
