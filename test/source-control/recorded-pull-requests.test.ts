// Answers about pull requests that were recorded of the origin, where they lie beside the checkout: status and shape.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { skipGit } from '../support/git-client.ts';
import { at, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';

const shared = new URL('../../../shared', import.meta.url).pathname;
const folders = ['recorded/33-git', 'examples/50-git-write'].map((name) => join(shared, 'reference', name));
const skip = skipGit || (folders.every((folder) => existsSync(folder)) ? false : 'no recorded answers here');

const Recorded = Type.Object({
  user: Type.Union([Type.String(), Type.Null()]),
  request: Type.Object({
    method: Type.String(),
    path: Type.String(),
    body: Type.Union([Type.String(), Type.Null()]),
  }),
  response: Type.Object({ status: Type.Integer(), body_json: Type.Optional(Type.Unknown()) }),
});

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** What an answer lacks of another, or has of another kind; null is of any kind. */
function listDifferences(wanted: unknown, got: unknown, place = 'body'): string[] {
  if (wanted === null || got === null) return [];
  if (Array.isArray(wanted) && Array.isArray(got))
    return wanted.flatMap((one, index) =>
      index < got.length ? listDifferences(one, got[index], `${place}.${index}`) : [],
    );
  if (Array.isArray(wanted) !== Array.isArray(got) || typeof wanted !== typeof got) return [`${place} is another kind`];
  if (!isObject(wanted) || !isObject(got)) return [];
  return Object.entries(wanted).flatMap(([key, value]) =>
    key in got ? listDifferences(value, got[key], `${place}.${key}`) : [`${place} has no ${key}`],
  );
}

/** Two open pull requests of commits that git does not have, and what was said, as when it was recorded. */
async function fill(test: TestApp): Promise<void> {
  const { id: userId } = await test.app.database.read
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'rest_api_tester_1')
    .executeTakeFirstOrThrow();
  const said = { user_id: userId, parent_id: 0, edited_at_ms: null, format: 'text' as const, color: '' };
  await test.app.database.transact(async (tx) => {
    for (const [id, comments] of [
      [1, 3],
      [2, 2],
    ] as const) {
      const row = { repository_id: 1, branch_src: 'dev', branch_dest: 'master', title: `Title ${id}`, description: '' };
      const hashes = { head_hash: 'a'.repeat(39) + String(id), dest_hash: 'b'.repeat(40) };
      const state = { status: 'review' as const, status_by: null, status_at_ms: null };
      await tx
        .insertInto('pull_requests')
        .values({ ...row, ...hashes, ...state, user_id: userId, created_at_ms: id, description_format: 'text' })
        .execute();
      for (let index = 0; index < comments; index += 1)
        await tx
          .insertInto('pull_request_comments')
          .values({ ...said, pull_request_id: id, at_ms: 10 + index, content: `Comment ${index}` })
          .execute();
    }
    const reviewers = { added_json: JSON.stringify([userId]), removed_json: '[]' };
    await tx
      .insertInto('pull_request_events')
      .values({ ...reviewers, pull_request_id: 2, user_id: userId, at_ms: 5, kind: 'reviewers' })
      .execute();
    await tx.insertInto('pull_request_reviewers').values({ pull_request_id: 2, user_id: userId }).execute();
  });
}

describe('recorded answers about pull requests', { skip }, () => {
  let test: TestApp;
  before(async () => {
    test = await startApp({ archives: [join(shared, 'fixtures-more/git-project')] });
    await fill(test);
  });
  after(() => test.close());

  it('have the status and the shape of ours', async () => {
    const odd: string[] = [];
    let compared = 0;
    for (const folder of folders)
      for (const name of readdirSync(folder).toSorted()) {
        const { user, request, response } = Value.Parse(Recorded, JSON.parse(readFileSync(join(folder, name), 'utf8')));
        // Its commits are not there: the origin fails, see docs/compatibility.md.
        if (response.status >= 500) continue;
        compared += 1;
        const { method, path, body } = request;
        const sent = body === null ? {} : { body: Value.Parse(Type.Object({}), JSON.parse(body)) };
        const answer = await test.call(path, { method, ...(user === null ? {} : { as: user }), ...sent });
        if (answer.status !== response.status) odd.push(`${name}: ${answer.status} instead of ${response.status}`);
        else if (response.body_json !== undefined && response.status < 400)
          odd.push(...listDifferences(response.body_json, answer.json).map((what) => `${name}: ${what}`));
      }
    assert.deepEqual(odd, []);
    assert.ok(compared > 0);
  });

  it('where the origin fails, say that the commits are gone', async () => {
    const call = (path: string) => test.call(`/api/pull_requests/${path}`, { as: 'rest_api_tester_1' });
    const shown = await call('1');
    assert.deepEqual([shown.status, at(shown.json, 'is_git_reference_broken')], [200, true]);
    for (const part of ['1/commits', '1/files', '2/files']) assert.equal((await call(part)).status, 410, part);
  });
});
