// `tepal tracker`: trackers of a project.
import { defineCommand, listFlags, print } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { createTrackersFeature } from './feature.ts';

type Open = WithFolder<{ features: Pick<ReturnType<typeof createTrackersFeature>, 'trackers'> }>;

const listTrackers = (withFolder: Open): Command =>
  defineCommand({
    name: 'tracker list',
    operands: ['PROJECT'],
    flags: listFlags,
    summary: 'List the trackers of a project, given by its short name',
    run: ({ flags, operands: { PROJECT: project }, folder, io }) =>
      withFolder(folder, io, async ({ features }) => {
        const rows = (await features.trackers.listByProjectName(project)).map((tracker) => ({
          id: tracker.id,
          shortname: tracker.item_name,
          status: tracker.is_deleted === 1 ? 'deleted' : 'active',
          name: tracker.name,
        }));
        printList(io, rows, ['id', 'shortname', 'status', 'name'], flags.json);
      }),
  });

const setTracker = (withFolder: Open): Command =>
  defineCommand({
    name: 'tracker set',
    operands: ['PROJECT', 'SHORTNAME'],
    flags: {
      status: {
        type: 'string',
        choices: ['active', 'deleted'],
        isRequired: true,
        meaning: 'deleted hides the tracker, active restores it',
      },
    },
    summary: 'Change a tracker',
    async run({ flags: { status }, operands: { PROJECT: project, SHORTNAME: shortname }, folder, io }) {
      await withFolder(folder, io, ({ features }) =>
        features.trackers.setDeleted(project, shortname, status === 'deleted'),
      );
      print(io, `tracker ${shortname} of ${project} is ${status}`);
    },
  });

export const trackerCommands = (withFolder: Open): Command[] => [listTrackers(withFolder), setTracker(withFolder)];
