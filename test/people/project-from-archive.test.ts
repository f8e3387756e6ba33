// Engine: both
// POST /projects with from_archive: the upload by tus, what becomes of the archive for whom, and the mail at its end.
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { credentialsOf } from '../support/attachment-world.ts';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import type { JobRunner } from '../../src/platform/jobs/index.ts';
import { skipGit } from '../support/git-client.ts';
import { exportFrom } from '../support/archive-world.ts';
import { at } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt, openScrum } from '../support/scenario.ts';
import { refusals } from '../../web/locales/fr/errors.ts';
import { fill } from '../../web/platform/errors/fill.ts';

let test: TestApp;
let runner: JobRunner;
let folder: string;
let bytes: string;

before(async () => {
  ({ test } = await openScrum({ settings: '$mail_transport = "capture";\n$sys_project_approval = 0;\n' }));
  await test.addUser('stig');
  folder = await mkdtemp(join(tmpdir(), 'tepal-from-archive-'));
  await exportFrom(test, 'meadow-scrum', join(folder, 'meadow.zip'));
  bytes = await readFile(join(folder, 'meadow.zip'), 'latin1');
  runner = createJobRunner({
    database: test.app.database,
    clock: { nowMs: () => Date.now() },
    logger: test.app.logger,
    // Mails stay in the outbox, where they are looked for.
    handlers: test.app.features.jobHandlers.filter(({ name }) => name === 'project-from-archive'),
    schedules: [],
  });
  runner.start();
});
after(async () => {
  await runner.stop(1000);
  await test.close();
  await rm(folder, { recursive: true });
});

interface Begun {
  id: number;
  href: string;
}

async function begin(
  as: string,
  shortname: string,
  content: string,
  more: { is_public?: boolean; open_fields?: string[] } = {},
): Promise<Begun> {
  const from_archive = { file_name: 'meadow.zip', file_size: content.length, open_fields: more.open_fields ?? [] };
  const body = { shortname, label: `From ${shortname}`, is_public: more.is_public ?? true, from_archive };
  const { json } = await expectRow(test, { as, method: 'POST', path: '/api/projects', body, status: 201 });
  const id = Number(at(json, 'id'));
  assert.equal(at(json, 'uri'), `projects/${id}`);
  assert.match(String(at(json, 'upload_href')), /^\/uploads\/project\/file\/\d+$/);
  return { id, href: String(at(json, 'upload_href')) };
}

async function send(as: string, href: string, content: string, offset = 0): Promise<void> {
  const answer = await fetch(test.base + href, {
    method: 'PATCH',
    body: Buffer.from(content, 'latin1'),
    headers: {
      ...(await credentialsOf(test, as)),
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    },
  });
  assert.equal(answer.status, 204, await answer.text());
}

/** The mail about a project, once it is there. */
async function mailAbout(shortname: string, to: string): Promise<string> {
  const { read } = test.app.database;
  for (let tries = 0; tries < 500; tries += 1) {
    const rows = await read.selectFrom('outbox').selectAll().execute();
    const found = rows.find((row) => row.recipient === to && row.subject.includes(`From ${shortname} `));
    if (found !== undefined) return found.message_json ?? '';
    await pause(20);
  }
  const jobs = await read.selectFrom('jobs').select(['kind', 'status', 'last_error']).execute();
  return assert.fail(`no mail about ${shortname}: ${JSON.stringify(jobs)}`);
}

/** What somebody’s uploads are, by short name. */
async function uploadOf(as: string, shortname: string): Promise<unknown> {
  const { json } = await expectRow(test, { as, path: '/api/project_uploads?limit=50', status: 200 });
  return listAt(json).find((upload) => at(upload, 'shortname') === shortname);
}

const countArtifacts = async (projectId: number): Promise<number> => {
  const { json } = await expectRow(test, {
    as: 'root',
    path: `/api/projects/${projectId}/trackers?limit=50`,
    status: 200,
  });
  let count = 0;
  for (const tracker of listAt(json)) {
    const path = `/api/trackers/${Number(at(tracker, 'id'))}/artifacts?limit=1`;
    count += Number((await expectRow(test, { as: 'root', path, status: 200 })).headers.get('x-pagination-size'));
  }
  return count;
};

it('makes the structure for ordinary people once the last byte has come, and mails what was left out', async () => {
  const { id, href } = await begin('stig', 'orchard', bytes);
  await expectRow(test, { as: 'stig', path: `/api/projects/${id}`, status: 404 });
  const half = bytes.slice(0, 1000);
  await send('stig', href, half);
  const head = { as: 'stig', method: 'HEAD', path: href, headers: { 'tus-resumable': '1.0.0' }, status: 204 };
  await expectRow(test, { ...head, answers: { 'upload-offset': '1000', 'upload-length': String(bytes.length) } });
  await expectRow(test, { ...head, as: 'ana', status: 404 });
  const begun = {
    id,
    label: 'From orchard',
    file_name: 'meadow.zip',
    file_size: bytes.length,
    left_out: [],
    reason: null,
  };
  const unfinished = { ...begun, received: 1000, upload_href: href, status: 'uploading' };
  assert.partialDeepStrictEqual(await uploadOf('stig', 'orchard'), unfinished);
  assert.equal(await uploadOf('ana', 'orchard'), undefined);
  await send('stig', href, bytes.slice(1000), 1000);
  const mail = await mailAbout('orchard', 'stig@example.org');
  assert.match(mail, /was created.*\/projects\/orchard.*- artifacts: 30/);
  const project = await expectRow(test, { as: 'stig', path: `/api/projects/${id}`, status: 200 });
  assert.partialDeepStrictEqual(project.json, { id, shortname: 'orchard', label: 'From orchard', access: 'public' });
  assert.equal(await countArtifacts(id), 0);
  const members = await expectRow(test, { as: 'stig', path: `/api/user_groups/${id}_4/users`, status: 200 });
  assert.deepEqual(
    listAt(members.json).map((user) => at(user, 'username')),
    ['stig'],
  );
  await expectRow(test, { ...head, status: 404 });
  const made = { ...begun, received: bytes.length, upload_href: null, status: 'made' };
  const over = await uploadOf('stig', 'orchard');
  assert.partialDeepStrictEqual(over, { ...made, left_out: at(over, 'left_out') });
  assert.ok(listAt(at(over, 'left_out')).includes('artifacts: 30'), JSON.stringify(over));
  assert.equal(at(over, 'left_out_count'), listAt(at(over, 'left_out')).length);
  const named = listAt(at(over, 'left_out_i18n'))[listAt(at(over, 'left_out')).indexOf('artifacts: 30')];
  assert.deepEqual(named, { key: 'left.artifacts', params: ['30'] });
  const forget = { method: 'DELETE', path: `/api/project_uploads/${id}` };
  await expectRow(test, { ...forget, as: 'ana', status: 404 });
  await expectRow(test, { ...forget, as: 'stig', status: 200 });
  assert.equal(await uploadOf('stig', 'orchard'), undefined);
  await expectRow(test, { as: 'stig', path: `/api/projects/${id}`, status: 200 });
});

it('makes all of it for site administrators', async () => {
  const { id, href } = await begin('root', 'grove', bytes, { is_public: false });
  await send('root', href, bytes);
  const mail = await mailAbout('grove', 'root@example.org');
  assert.ok(mail.includes('was created') && !mail.includes('Skipped'), mail);
  assert.equal(await countArtifacts(id), 30);
  const { json } = await expectRow(test, { as: 'root', path: `/api/projects/${id}`, status: 200 });
  assert.partialDeepStrictEqual(json, { shortname: 'grove', label: 'From grove', access: 'private' });
});

it('tells them what is kept for exports and not shown', async () => {
  const block = { project_id: 101, tracker_id: null, name: 'frs', xml: '<frs><package/></frs>' };
  await test.app.database.transact((tx) => tx.insertInto('archive_blocks').values(block).execute());
  await exportFrom(test, 'meadow-scrum', join(folder, 'released.zip'));
  const released = await readFile(join(folder, 'released.zip'), 'latin1');
  const { href } = await begin('root', 'released', released);
  await send('root', href, released);
  assert.match(await mailAbout('released', 'root@example.org'), /stored for exports but not shown yet: frs: 1 package/);
  const [message] = listAt(at(await uploadOf('root', 'released'), 'left_out_i18n'));
  assert.equal(fill(refusals, message), 'conservé pour les exports mais pas encore affiché\u00a0: frs: 1 package');
});

it('reserves the name until the upload is cancelled', async () => {
  const { href } = await begin('stig', 'copse', bytes);
  const body = { shortname: 'Copse', label: 'Another copse', is_public: true, xml_template_name: 'empty' };
  const wish = { as: 'ana', method: 'POST', path: '/api/projects', body };
  await expectRow(test, { ...wish, status: 400, contains: ['`shortname` is already taken'] });
  const cancel = { method: 'DELETE', path: href, headers: { 'tus-resumable': '1.0.0' } };
  await expectRow(test, { ...cancel, as: 'ana', status: 404 });
  await expectRow(test, { ...cancel, as: 'stig', status: 204 });
  await expectRow(test, { ...wish, status: 201 });
  const again = await begin('stig', 'spinney', bytes);
  await expectRow(test, { method: 'DELETE', path: `/api/project_uploads/${again.id}`, as: 'stig', status: 200 });
  await expectRow(test, { ...cancel, path: again.href, as: 'stig', status: 404 });
});

it('makes nothing of an archive whose repositories are more than a project may store', { skip: skipGit }, async () => {
  const repository = { project_id: 101, name: 'code' };
  await expectRow(test, { method: 'POST', path: '/api/git', as: 'root', body: repository, status: 201 });
  await exportFrom(test, 'meadow-scrum', join(folder, 'coded.zip'));
  const coded = await readFile(join(folder, 'coded.zip'), 'latin1');
  await test.app.features.site.changeSetting('project_repositories_quota', '10');
  const { id, href } = await begin('root', 'coded', coded);
  await send('root', href, coded);
  const mail = await mailAbout('coded', 'root@example.org');
  assert.match(mail, /the repositories of the archive exceed the storage limit of 10 bytes/);
  await expectRow(test, { as: 'root', path: `/api/projects/${id}`, status: 404 });
  const folders = await readdir(join(test.app.dataDir, 'git'));
  assert.equal(folders.filter((name) => name.startsWith('code-')).length, 1, 'what was unpacked is gone');
  await test.app.features.site.changeSetting('project_repositories_quota', '0');
  const again = await begin('root', 'recoded', coded);
  await send('root', again.href, coded);
  assert.match(await mailAbout('recoded', 'root@example.org'), /was created/);
});

it('mails why nothing came of an archive, without names of the server’s files, and frees the name', async () => {
  for (const [shortname, content] of [
    ['no-zip', 'no archive at all'],
    ['cut-zip', bytes.slice(0, 2000)],
    ['no-field', bytes],
  ] as const) {
    const { id, href } = await begin('stig', shortname, content, {
      open_fields: shortname === 'no-field' ? ['bugs.nothing'] : [],
    });
    await send('stig', href, content);
    const mail = await mailAbout(shortname, 'stig@example.org');
    assert.match(
      mail,
      shortname === 'no-field' ? /could not be created.*bugs\.nothing/ : /could not be created.*meadow\.zip/,
    );
    assert.ok(!mail.includes('scratch'), mail);
    const over = await uploadOf('stig', shortname);
    assert.partialDeepStrictEqual(over, { id, status: 'failed', upload_href: null, left_out: [] });
    assert.match(String(at(over, 'reason')), shortname === 'no-field' ? /bugs\.nothing/ : /meadow\.zip/);
    assert.match(fill(refusals, at(over, 'i18n')) ?? '', shortname === 'no-field' ? /aucun champ/ : /meadow\.zip.*zip/);
    await expectRow(test, { as: 'root', path: `/api/projects/${id}`, status: 404 });
    await begin('stig', shortname, content);
  }
});
