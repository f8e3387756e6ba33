// Recorded commits, and what programs reported of them, in archives: a line for each.
import { storedJson } from '../../../platform/database/index.ts';
import type { Reader } from '../../../platform/database/index.ts';
import { isSliceOver, yieldSlice } from '../../../platform/concurrency/time-slices.ts';
import { says } from '../../../platform/texts/said.ts';
import { Type } from 'typebox';
import type { PartContext, PartSource, PartTarget } from '../../archive/index.ts';
import { ArchivedCommit, ArchivedStatus } from './archived-repositories.schema.ts';
import type { Person } from './archived-repositories.schema.ts';
import { readJsonLines } from './archived-files.ts';
import { personOf } from './archived-svn.ts';
import type { Commits } from '../commits/commits.service.ts';
import * as store from '../commits/commits.store.ts';
import { checkUrlPattern } from '../repositories/git-repositories.schema.ts';
import { defaultCheck, listAllChecks, listAllOf, saveCheck } from '../repositories/git.store.ts';

const checkUrl = new RegExp(checkUrlPattern);
const isCheckUrl = (url: string): boolean => checkUrl.test(url);

export const commitsFile = 'commits.ndjson';
export const statusesFile = 'statuses.ndjson';

const atOnce = 200;
const readFiles = storedJson(Type.Array(Type.String()));

/** Adds both files; gives everybody who pushed, and how many commits there are. */
export async function writeCommits(target: PartTarget): Promise<{ people: Person[]; count: number }> {
  const { db, projectId, people } = target;
  const pushers = (await store.listPushers(db, projectId)).filter((id) => id > 0);
  await people.load(db, pushers);
  let count = 0;
  async function* lines(): AsyncGenerator<string> {
    for (let after = 0; ;) {
      const rows = await store.pageCommitsOf(db, projectId, after, atOnce);
      for (const { id, project_id: _project, pushed_by, files_json, has_acted, ...facts } of rows) {
        const line: ArchivedCommit = {
          ...facts,
          pushed_by: pushed_by === 0 ? null : personOf(people.refer(pushed_by)),
          files: readFiles(files_json, `files of commit ${id}`),
          has_acted: has_acted === 1,
        };
        yield `${JSON.stringify(line)}\n`;
        after = id;
        count += 1;
      }
      if (rows.length < atOnce) return;
    }
  }
  await target.add(commitsFile, lines());
  await target.add(statusesFile, listStatusLines(db, projectId));
  return { people: pushers.map((id) => personOf(people.refer(id))), count };
}

async function* listStatusLines(db: Reader, projectId: number): AsyncGenerator<string> {
  for (const { id, name } of await listAllOf(db, projectId))
    for (const check of await listAllChecks(db, id)) yield `${JSON.stringify({ repository: name, ...check })}\n`;
}

/** Throws invalid where a line can't be kept. */
export async function checkCommits(source: PartSource): Promise<void> {
  for await (const _line of readJsonLines(ArchivedCommit, source.readFile(commitsFile), commitsFile));
  for await (const _line of readJsonLines(ArchivedStatus, source.readFile(statusesFile), statusesFile));
}

/** Records them as they were; they ask for nothing. `ids` are those of Git repositories by name. */
export async function keepCommits(
  commits: Commits,
  source: PartSource,
  ids: ReadonlyMap<string, number>,
  context: PartContext,
): Promise<void> {
  let some: ArchivedCommit[] = [];
  for await (const commit of readJsonLines(ArchivedCommit, source.readFile(commitsFile), commitsFile)) {
    some.push(commit);
    if (some.length < atOnce) continue;
    await keepSome(commits, some, context);
    some = [];
  }
  await keepSome(commits, some, context);
  for await (const line of readJsonLines(ArchivedStatus, source.readFile(statusesFile), statusesFile)) {
    const { repository, name = defaultCheck, description = '', url = '', ...check } = line;
    const id = ids.get(repository);
    if (isSliceOver()) await yieldSlice(true);
    if (id === undefined) continue;
    if (!isCheckUrl(url))
      context.warn(
        says(
          'left.status-url',
        )`the status "${name}" of a commit in ${repository} has no valid URL; it is imported without one`,
      );
    await saveCheck(context.tx, id, { ...check, name, description, url: isCheckUrl(url) ? url : '' });
  }
}

async function keepSome(commits: Commits, some: readonly ArchivedCommit[], context: PartContext): Promise<void> {
  const { tx, projectId, findUser } = context;
  await commits.recordIn(
    tx,
    some.map((commit) => ({
      projectId,
      repository: { kind: commit.kind, name: commit.repository },
      revision: commit.revision,
      message: commit.message,
      authorName: commit.author_name,
      authorEmail: commit.author_email,
      authoredAtMs: commit.authored_at_ms,
      committedAtMs: commit.committed_at_ms,
      pushedBy:
        commit.pushed_by === null ? 0 : (findUser({ ...commit.pushed_by, isAnonymous: false, line: 0 })?.id ?? 0),
      files: commit.files,
      mayClose: false,
    })),
  );
  const acted = Map.groupBy(
    some.filter(({ has_acted }) => has_acted),
    ({ kind, repository }) => JSON.stringify([kind, repository]),
  );
  for (const list of acted.values()) {
    const [first] = list;
    if (first === undefined) continue;
    const key = { projectId, kind: first.kind, name: first.repository };
    await store.markActed(
      tx,
      key,
      list.map(({ revision }) => revision),
    );
  }
}
