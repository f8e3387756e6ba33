// `tepal git list` and `tepal svn list`: the repositories of all projects, and where they lie.
import { defineCommand, listFlags } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createSourceControlFeature } from './feature.ts';

type Feature = ReturnType<typeof createSourceControlFeature>;
type Open = WithFolder<{ features: Pick<Feature, 'listFolders'> }>;

const listCommand = (withFolder: Open, kind: 'git' | 'svn', summary: string): Command =>
  defineCommand({
    name: `${kind} list`,
    operands: [],
    flags: listFlags,
    summary,
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        printList(io, await features.listFolders(kind), ['id', 'project', 'name', 'folder'], flags.json);
      }),
  });

export const repositoryCommands = (withFolder: Open): Command[] => [
  listCommand(withFolder, 'git', 'Lists the Git repositories and their folders'),
  listCommand(withFolder, 'svn', 'Lists the Subversion repositories and their folders'),
];
