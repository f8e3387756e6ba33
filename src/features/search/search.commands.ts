// `tepal search`: the index of full-text search.
import { defineCommand, listFlags, print } from '../../platform/command-line/command.ts';
import type { Command, WithFolder } from '../../platform/command-line/command.ts';
import { createProgressBar } from '../../platform/command-line/progress-bar.ts';
import { printList } from '../../platform/command-line/text-table.ts';
import type { Followers } from '../../platform/events/index.ts';
import type { createSearchFeature } from './feature.ts';

type Open = WithFolder<{
  features: Pick<ReturnType<typeof createSearchFeature>, 'fullText'>;
  followers: Pick<Followers, 'listStates'>;
}>;

const status = (withFolder: Open): Command =>
  defineCommand({
    name: 'search status',
    operands: [],
    flags: listFlags,
    summary: 'Show whether the search index is complete and up to date',
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features, followers }) => {
        const [states, kinds] = await Promise.all([followers.listStates(), features.fullText.status()]);
        const follower = states.find(({ name }) => name === features.fullText.follower.name);
        const rows = kinds.map(({ type, format, isFinished, beforeId }) => ({
          type,
          format: format ?? null,
          complete: isFinished ? 'yes' : 'no',
          'written from id': isFinished ? null : (beforeId ?? null),
          'events behind': follower?.behind ?? null,
        }));
        printList(io, rows, ['type', 'format', 'complete', 'written from id', 'events behind'], flags.json);
      }),
  });

const reindex = (withFolder: Open): Command =>
  defineCommand({
    name: 'search reindex',
    operands: [],
    flags: {
      continue: { type: 'boolean', meaning: 'only index what is missing' },
    },
    summary: 'Rebuild the search index, newest items first; the server can keep running',
    run: ({ flags, folder, io }) =>
      withFolder(folder, io, async ({ features: { fullText } }) => {
        await fullText.prepare(flags.continue === true ? 'missing' : 'anew');
        const bar = createProgressBar(io.errors, 'search index');
        let documents = 0;
        await fullText
          .rebuild({
            isPolite: false,
            onProgress(step) {
              documents += step.documents;
              bar.show(step.done, step.total);
            },
          })
          .finally(bar.clear);
        print(io, `the search index is complete: ${documents} documents written`);
      }),
  });

export const searchCommands = (withFolder: Open): Command[] => [status(withFolder), reindex(withFolder)];
