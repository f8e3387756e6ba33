// `tepal group` and `tepal member`: user groups of a project, and who is in it.
import { defineCommand, listFlags, print } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createProjectsFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createProjectsFeature>, 'groups' | 'members'> }>;

const listGroups = (withFolder: Open): Command =>
  defineCommand({
    name: 'group list',
    operands: ['PROJECT'],
    flags: listFlags,
    summary: 'List the user groups of a project',
    run: ({ operands: { PROJECT: shortname }, flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const groups = await features.groups.listOf(shortname);
        const rows = groups.map(({ id, short_name: name, label }) => ({ id, name, label }));
        printList(io, rows, ['id', 'name', 'label'], flags.json);
      }),
  });

const addMember = (withFolder: Open): Command =>
  defineCommand({
    name: 'member add',
    operands: ['PROJECT', 'USER'],
    flags: { admin: { type: 'boolean', meaning: 'also make the member a project administrator' } },
    summary: 'Add a user to a project',
    async run({ operands: { PROJECT: shortname, USER: username }, flags: { admin = false }, folder, io }) {
      await withFolder(folder, io, ({ features }) => features.members.add(shortname, username, admin));
      print(io, `${username} is ${admin ? 'an administrator' : 'a member'} of ${shortname}`);
    },
  });

const removeMember = (withFolder: Open): Command =>
  defineCommand({
    name: 'member remove',
    operands: ['PROJECT', 'USER'],
    flags: { admin: { type: 'boolean', meaning: 'only revoke the administrator role; the user stays a member' } },
    summary: 'Remove a user from a project and all its groups',
    async run({ operands: { PROJECT: shortname, USER: username }, flags: { admin = false }, folder, io }) {
      await withFolder(folder, io, ({ features }) => features.members.remove(shortname, username, admin));
      print(io, `${username} is no longer ${admin ? 'an administrator' : 'a member'} of ${shortname}`);
    },
  });

export const groupCommands = (withFolder: Open): Command[] => [
  listGroups(withFolder),
  addMember(withFolder),
  removeMember(withFolder),
];
