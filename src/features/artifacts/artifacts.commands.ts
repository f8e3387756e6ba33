// `tepal artifact`: deleted artifacts.
import { defineCommand, listFlags, print, UsageError } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createArtifactsFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createArtifactsFeature>, 'artifacts'> }>;

const listDeleted = (withFolder: Open): Command =>
  defineCommand({
    name: 'artifact list-deleted',
    operands: [],
    flags: listFlags,
    summary: 'List deleted artifacts, newest first',
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const rows = (await features.artifacts.listDeleted()).map((row) => ({
          id: row.id,
          tracker_id: row.tracker_id,
          deleted_by: row.deleted_by,
          deleted_at: new Date(row.deleted_at_ms).toISOString(),
        }));
        printList(io, rows, ['id', 'tracker_id', 'deleted_by', 'deleted_at'], flags.json);
      }),
  });

const restore = (withFolder: Open): Command =>
  defineCommand({
    name: 'artifact restore',
    operands: ['ID'],
    flags: {},
    summary: 'Restore a deleted artifact with its history, attachments and links',
    async run({ operands: { ID: text }, folder, io }) {
      if (!/^[1-9]\d{0,14}$/.test(text)) throw new UsageError(`${JSON.stringify(text)} is not an artifact ID`);
      await withFolder(folder, io, ({ features }) => features.artifacts.restore(Number(text)));
      print(io, `artifact ${text} restored`);
    },
  });

export const artifactCommands = (withFolder: Open): Command[] => [listDeleted(withFolder), restore(withFolder)];
