// `tepal export`: a project comes out as an archive that `tepal import` reads.
import { basename } from 'node:path';
import { exportArchive } from '../features/archive/index.ts';
import { defineCommand, print } from '../platform/command-line/command.ts';
import { withFolder } from './open-folder.ts';
import { createProgressBar } from '../platform/command-line/progress-bar.ts';
import { counted } from '../platform/texts/counted.ts';

export const exportCommand = defineCommand({
  name: 'export',
  operands: ['PROJECT', 'TARGET'],
  flags: {},
  summary: 'Export a project, given by its short name, to an archive: TARGET is a new folder or .zip file',
  async run({ operands: { PROJECT: unixName, TARGET: path }, folder, io }) {
    await withFolder(folder, io, async ({ database, blobs, features }) => {
      const bar = createProgressBar(io.errors, basename(path));
      const options = { unixName, path, onProgress: bar.show };
      const written = await exportArchive({ database, blobs, parts: features.parts.archive }, options).finally(
        bar.clear,
      );
      const { trackers, artifacts, changesets, files } = written;
      print(io, `project ${unixName} exported to ${basename(path)}`);
      const lines = [
        counted(trackers, 'tracker'),
        counted(artifacts, 'artifact'),
        counted(changesets, 'changeset'),
        counted(files, 'attachment'),
      ];
      print(io, lines.join(', '));
    });
  },
});
