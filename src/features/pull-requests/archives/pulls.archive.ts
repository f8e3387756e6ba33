// Pull requests as a part of project archives, beside the repositories that they are of.
import { conflict, invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import type { FolderPart, PartSource } from '../../archive/index.ts';
import { listRepositoriesOfProject, readJsonFile, readJsonLines } from '../../source-control/index.ts';
import type { CodeAccess } from '../../source-control/index.ts';
import { ArchivedComment, ArchivedEvent, ArchivedPull, ArchivedPulls } from './archived-pulls.schema.ts';
import { keepPulls } from './keep-pulls.ts';
import { listRowsOf, pagePullsOf } from './pulls.store.ts';
import { commentsFile, eventsFile, pullsFile, writePulls } from './write-pulls.ts';

const indexFile = 'index.json';

type Counts = Pick<ArchivedPulls, 'pulls' | 'comments' | 'events'>;

async function* once(text: string): AsyncGenerator<string> {
  yield text;
}

async function count(lines: AsyncIterable<unknown>): Promise<number> {
  let found = 0;
  for await (const _line of lines) found += 1;
  return found;
}

/** Throws invalid where a line can't be kept, or lines are missing. */
async function readSound(source: PartSource): Promise<ArchivedPulls> {
  const index = await readJsonFile(ArchivedPulls, source.readFile(indexFile), indexFile);
  const files = [
    ['pulls', pullsFile, ArchivedPull],
    ['comments', commentsFile, ArchivedComment],
    ['events', eventsFile, ArchivedEvent],
  ] as const;
  for (const [name, file, schema] of files) {
    const found = await count(readJsonLines(schema, source.readFile(file), file));
    if (found !== index[name])
      throw invalid(says('archive.pulls-lines')`${file} has ${found} lines instead of ${index[name]}`);
  }
  return index;
}

export function createPullRequestArchive(code: CodeAccess): FolderPart {
  return {
    folder: 'tepal-pull-requests',
    index: indexFile,
    async write(target) {
      const index = await writePulls(target);
      if (index === undefined) return 0;
      await target.add(indexFile, once(JSON.stringify(index)));
      return countOf(index);
    },
    async prove(source) {
      const index = await readSound(source);
      return {
        count: countOf(index),
        async erase(tx, { id }) {
          const repositories = (await listRepositoriesOfProject(tx, id)).map((row) => row.id);
          const now: Counts = { pulls: 0, comments: 0, events: 0 };
          for (const row of await pagePullsOf(tx, repositories, 0, index.pulls + 1)) {
            const { comments, inline, events } = await listRowsOf(tx, row.id);
            now.pulls += 1;
            now.comments += comments.length + inline.length;
            now.events += events.length;
          }
          if (now.pulls !== index.pulls || now.comments !== index.comments || now.events !== index.events)
            throw conflict(says('archive.pulls-new')`a pull request changed during the export; try again`);
        },
      };
    },
    async prepare(source) {
      const index = await readSound(source);
      return {
        people: index.people.map((person) => ({ ...person, isAnonymous: false, line: 0 })),
        count: countOf(index),
        repositoryBytes: 0,
        keep: (context) => keepPulls(code, source, index, context),
        settle: () => Promise.resolve(),
        remove: () => Promise.resolve(),
      };
    },
  };
}

/** Rules of merging without a pull request count as one thing. */
const countOf = ({ pulls }: Counts): number => Math.max(1, pulls);
