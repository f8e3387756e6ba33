// `tepal git list` and `tepal svn list`: the repositories of all projects, and where they lie.
import { conflict } from '../../platform/errors.ts';
import { defineCommand, listFlags, print } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createSourceControlFeature } from './feature.ts';

type Feature = ReturnType<typeof createSourceControlFeature>;
type Open = WithFolder<{ features: Pick<Feature, 'listFolders' | 'recordUnrecorded'> }>;

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

const recordCommand = (withFolder: Open): Command =>
  defineCommand({
    name: 'git record',
    operands: [],
    flags: {},
    summary: 'Update branches and tags of Git repositories in the database',
    run: ({ folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        let unreadable = 0;
        for await (const { project, name, refs, error } of features.recordUnrecorded()) {
          if (error === undefined) print(io, `${project}/${name}: recorded ${refs.join(', ')}`);
          else {
            unreadable += 1;
            print(io, `${project}/${name}: git can't read it: ${error.message}`);
          }
        }
        if (unreadable > 0)
          throw conflict(`repositories that git can't read: ${unreadable}; run "tepal verify" for details`);
      }),
  });

export const repositoryCommands = (withFolder: Open): Command[] => [
  listCommand(withFolder, 'git', 'List the Git repositories and their folders'),
  recordCommand(withFolder),
  listCommand(withFolder, 'svn', 'List the Subversion repositories and their folders'),
];
