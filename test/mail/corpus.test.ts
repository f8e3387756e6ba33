// Engine: both
// Messages of many programs, languages and encodings, and hostile ones: what each of them becomes.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { messageIdOf } from '../../src/platform/mail/reply-address.ts';
import { at } from '../support/harness.ts';
import { valueOf } from '../support/scenario.ts';
import { expectations } from './expectations.ts';
import type { Expectation } from './expectations.ts';
import { domain, openMailSite } from './mail-site.ts';
import type { MailSite, Settled } from './mail-site.ts';

const folder = join(import.meta.dirname, 'corpus');

let site: MailSite;
/** What became of each message, by its file. */
const outcomes = new Map<string, Settled>();

before(async () => {
  site = await openMailSite('$sys_strip_outlook = 1;\n');
  const { test } = site;
  const bugs = await site.tracker('Bugs');
  const sprints = await site.tracker('Sprints');
  for (const id of [bugs, sprints])
    await test.call(`/api/trackers/${id}/mail_gateway`, { method: 'PUT', as: 'root', body: { enabled: true } });
  const required = { type: 'string', name: 'budget', label: 'Budget', required: true };
  const field = await test.call(`/api/trackers/${sprints}/fields`, { method: 'POST', as: 'root', body: required });
  assert.equal(field.status, 201, field.text);
  const values = [
    { field_id: await site.field('Bugs', 'title'), value: 'For comments' },
    { field_id: await site.field('Bugs', 'description'), value: 'For comments' },
  ];
  const made = await test.call('/api/artifacts', {
    method: 'POST',
    as: 'bruno',
    body: { tracker: { id: bugs }, values },
  });
  const bug = Number(at(made.json, 'id'));
  await test.addUser('gone', { status: 'S' });
  await test.addUser('stranger');
  await test.app.features.projects.change('meadow-scrum', { access: 'private' });
  const own = await site.replyAddress('bruno', bug);
  const addresses: Readonly<Record<string, string>> = {
    tracker: `tracker+${bugs}@${domain}`,
    sprints: `tracker+${sprints}@${domain}`,
    stories: `tracker+${await site.tracker('User stories')}@${domain}`,
    artifact: `artifact+${bug}@${domain}`,
    forge__artifact: `forge__artifact+${bug}@${domain}`,
    thread: `reply@${domain}`,
    forged: `reply+${'a'.repeat(39)}@${domain}`,
    suspended: await site.replyAddress('gone', bug),
    stranger: await site.replyAddress('stranger', bug),
    nothing: await site.replyAddress('bruno', 999_999),
  };
  const place = { artifactId: bug, changesetId: 1, userId: await site.userId('bruno') };
  const messageId = messageIdOf(await site.secret(), place, domain);
  for (const { file, to, envelope } of expectations) {
    const bytes = readFileSync(join(folder, `${file}.eml`)).toString('latin1');
    await site.store(
      Buffer.from(bytes.replace('@@MESSAGE-ID@@', messageId), 'latin1'),
      to === undefined ? own : (addresses[to] ?? assert.fail(`no address ${to}`)),
      envelope,
    );
  }
  const settled = await site.settle();
  for (const [index, { file }] of expectations.entries()) {
    outcomes.set(file, settled[index] ?? assert.fail(`nothing became of ${file}`));
  }
});

after(() => site.test.close());

it('every message has an expectation', () => {
  const files = readdirSync(folder).map((name) => name.replace(/\.eml$/, ''));
  assert.deepEqual(files.sort(), expectations.map(({ file }) => file).sort());
});

describe('what becomes of', () => {
  for (const expected of expectations) it(expected.file, () => check(expected));
});

async function check(expected: Expectation): Promise<void> {
  const outcome = outcomes.get(expected.file) ?? assert.fail('it was not stored');
  const unused = expected.refused ?? expected.ignored;
  if (unused !== undefined) {
    const { status, reason, changeset } = outcome;
    assert.deepEqual([status, changeset], [expected.refused === undefined ? 'ignored' : 'refused', null]);
    assert.ok(reason?.includes(unused), `the reason is: ${reason}`);
    return;
  }
  assert.equal(outcome.status, 'done', outcome.reason ?? '');
  if (expected.comment !== undefined) assert.equal(outcome.comment ?? '', expected.comment);
  if (expected.commentLike !== undefined) assert.match(outcome.comment ?? '', expected.commentLike);
  if (expected.title !== undefined) await checkArtifact(outcome.artifact ?? 0, expected);
  assert.deepEqual(await namesOfFiles(outcome.changeset ?? 0), expected.files ?? []);
}

async function checkArtifact(id: number, expected: Expectation): Promise<void> {
  const shown = (await site.test.call(`/api/artifacts/${id}`, { as: 'bruno' })).json;
  assert.equal(at(shown, 'title'), expected.title);
  assert.equal(at(shown, 'submitted_by_user.username'), 'bruno');
  const description = valueOf(shown, await site.field('Bugs', 'description'));
  assert.deepEqual([at(description, 'value'), at(description, 'format')], [expected.description, 'text']);
}

/** Names of the files that a changeset added, in their order. */
async function namesOfFiles(changesetId: number): Promise<string[]> {
  const { read } = site.test.app.database;
  const field = String(await site.field('Bugs', 'attachments'));
  const rows = await read.selectFrom('changesets').select(['id', 'artifact_id', 'changes_json']).execute();
  const own = rows.find(({ id }) => id === changesetId) ?? assert.fail(`there is no changeset ${changesetId}`);
  const filesOf = ({ changes_json: text }: { changes_json: string }): number[] => {
    const changes: unknown = JSON.parse(text);
    const ids = at(changes, field);
    return Array.isArray(ids) ? ids.map(Number) : [];
  };
  const earlier = rows.filter(({ id, artifact_id: of }) => of === own.artifact_id && id < changesetId);
  const had = new Set(earlier.flatMap(filesOf));
  const added = filesOf(own).filter((id) => !had.has(id));
  const files = await read.selectFrom('artifact_files').select(['id', 'name']).orderBy('id').execute();
  return files.filter(({ id }) => added.includes(id)).map(({ name }) => name);
}
