// Engine: both
// The running of the site over REST: health, log, measures, followers, trials, backups, archives of projects, erased ones that come back.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { at, createTestClock, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { expectRow, listAt } from '../support/scenario.ts';

const clock = createTestClock(Date.parse('2026-03-01T12:00:30Z'));
const scrum = new URL('../../samples/scrum', import.meta.url).pathname;
let test: TestApp;
let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tepal-operations-'));
  await mkdir(join(folder, 'erased'));
  test = await startApp({
    clock,
    archives: [scrum],
    settings: `$mail_transport = 'capture';\n$sys_project_backup_path = '${folder}/erased';\n$backup_folder = '${folder}/backups';\n`,
  });
  test.app.jobs.start();
});
after(async () => {
  await test.app.jobs.stop(1000);
  await test.close();
  await rm(folder, { recursive: true });
});

const read = async (path: string, as = 'root'): Promise<unknown> =>
  (await expectRow(test, { path, as, status: 200 })).json;
const post = (path: string, body?: unknown, as = 'root') =>
  ({ method: 'POST', path, as, ...(body === undefined ? {} : { body }) }) as const;

/** The first of a list of long work, once it is over. */
async function waitFor(path: string, as = 'root'): Promise<unknown> {
  for (let tries = 0; tries < 500; tries += 1) {
    const [first] = listAt(await read(path, as));
    if (at(first, 'finished_on') !== null) return first;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return assert.fail(`${path} does not come to an end`);
}

describe('what the server says of itself', () => {
  it('is what tepal doctor finds, with what to do', async () => {
    const findings = listAt(await read('/api/admin/health'));
    assert.deepEqual(findings.map((one) => at(one, 'what')).slice(0, 5), [
      'settings',
      'data folder',
      'disk',
      'database',
      'clock',
    ]);
    const encryption = findings.find((one) => at(one, 'what') === 'encryption');
    assert.equal(at(encryption, 'state'), 'doubtful');
    assert.match(String(at(encryption, 'remedy')), /tls_certificate_file/);
  });

  it('is what there is in numbers, and what waits', async () => {
    const before = await read('/api/admin/summary');
    assert.deepEqual(at(before, 'jobs.failed'), 0);
    await test.addUser('asks', { status: 'P' });
    await test.app.database.transact(async (tx) => {
      const job = {
        kind: 'outing',
        payload_json: '{}',
        unique_key: null,
        due_at_ms: null,
        attempts: 1,
        leased_by: null,
      };
      const times = { created_at_ms: 1, started_at_ms: 1, finished_at_ms: 1, last_error: 'no', owner: null };
      await tx
        .insertInto('jobs')
        .values({ ...job, ...times, status: 'failed', source: null, target: null })
        .execute();
    });
    assert.partialDeepStrictEqual(await read('/api/admin/summary'), {
      accounts: { pending: Number(at(before, 'accounts.pending')) + 1, active: at(before, 'accounts.active') },
      projects: { pending: 0, suspended: 0 },
      jobs: { failed: 1 },
      mails: { failed: 0 },
      last_backup: null,
    });
    const xml = await expectRow(test, {
      path: '/api/admin/summary',
      as: 'root',
      headers: { accept: 'application/xml' },
      status: 200,
    });
    assert.match(xml.text, /<jobs><waiting>\d+<\/waiting><failed>1<\/failed><\/jobs>/);
    await expectRow(test, { path: '/api/admin/summary', as: 'ana', status: 403 });
    await expectRow(test, { path: '/api/admin/summary', status: 401 });
    await test.app.database.transact((tx) => tx.deleteFrom('jobs').where('kind', '=', 'outing').execute());
  });

  it('is how far followers are', async () => {
    const followers = listAt(await read('/api/admin/followers'));
    assert.ok(followers.length > 0 && followers.every((one) => Number(at(one, 'behind')) >= 0));
  });

  it('is the search index, which a job writes anew', async () => {
    const { fullText } = test.app.features;
    await fullText.prepare();
    await fullText.rebuild({ isPolite: false });
    await test.app.followers.drain();
    const before = await read('/api/admin/search_index');
    assert.ok(Number(at(before, 'documents')) > 10);
    assert.partialDeepStrictEqual(before, { behind: 0, is_complete: true });
    const rebuild = post('/api/admin/search_index/rebuild');
    assert.equal(at((await expectRow(test, { ...rebuild, status: 200 })).json, 'is_complete'), false);
    await expectRow(test, { ...rebuild, status: 200 });
    for (let tries = 0; tries < 3000; tries += 1) {
      if (at(await read('/api/admin/search_index'), 'is_complete') === true) break;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.deepEqual(await read('/api/admin/search_index'), before);
    const audit = listAt(await read('/api/audit_events?kind=search-index-renewed'));
    assert.equal(audit.length, 1);
  });

  it('is its log, by level and words, newest first', async (context) => {
    const loud = await startApp({ logLevel: 'info' });
    context.after(() => loud.close());
    loud.app.logger.info({ bird: 'Heron' }, 'a first thing');
    loud.app.logger.warn({ bird: 'heron' }, 'a second thing');
    loud.app.logger.error('a third thing');
    const linesOf = async (query: string): Promise<readonly unknown[]> => {
      const { json } = await expectRow(loud, { path: `/api/admin/log?${query}`, as: 'root', status: 200 });
      return listAt(json, 'lines').map((line) => at(line, 'message'));
    };
    assert.deepEqual(await linesOf('words=thing'), ['a third thing', 'a second thing', 'a first thing']);
    assert.deepEqual(await linesOf('words=thing%20HERON&level=warn'), ['a second thing']);
    assert.deepEqual(await linesOf('words=thing&limit=1'), ['a third thing']);
    await expectRow(loud, { path: '/api/admin/log?limit=501', as: 'root', status: 400 });
    await expectRow(loud, { path: '/api/admin/log?level=loud', as: 'root', status: 400 });
  });

  it('is its log as its file has it', async (context) => {
    const filed = await startApp({ logLevel: 'info', settings: "$log_file = 'tepal.log';" });
    context.after(() => filed.close());
    filed.app.logger.info('a line of the file');
    const { json } = await expectRow(filed, { path: '/api/admin/log?words=line', as: 'root', status: 200 });
    assert.match(String(at(json, 'file')), /tepal\.log$/);
    assert.equal(at(json, 'lines.0.message'), 'a line of the file');
  });

  it('is what it measured in the last day, in steps', async (context) => {
    const clock = createTestClock(Date.parse('2026-03-01T12:00:30Z'));
    const timed = await startApp({ clock });
    context.after(() => timed.close());
    const { measures } = timed.app.features;
    const list = async (query: string): Promise<readonly unknown[]> =>
      listAt((await expectRow(timed, { path: `/api/admin/measures${query}`, as: 'root', status: 200 })).json);
    await list('');
    await measures.note();
    for (let count = 0; count < 3; count += 1) await timed.call('/api/version');
    clock.advance(60_000);
    await measures.note();
    const minutes = await list('?step=1');
    assert.equal(minutes.length, 2);
    assert.partialDeepStrictEqual(minutes[1], { date: '2026-03-01T12:01:00+00:00', requests: 3, errors: 0 });
    assert.ok(Number(at(minutes[1], 'memory_bytes')) > 1_000_000 && Number(at(minutes[1], 'disk_free_bytes')) > 0);
    assert.equal((await list('')).length, 1);
    await expectRow(timed, { path: '/api/admin/measures?step=0', as: 'root', status: 400 });
    clock.advance(25 * 3_600_000);
    assert.deepEqual(await measures.list(10), []);
  });
});

describe('POST /admin/trials', () => {
  it('does the real thing', async () => {
    const tryOut = async (kind: string, target = ''): Promise<unknown> =>
      (await expectRow(test, { ...post('/api/admin/trials', { kind, target }), status: 200 })).json;
    assert.partialDeepStrictEqual(await tryOut('mail', 'ana@example.org'), {
      is_good: true,
      i18n: { key: 'trial.mail-file' },
    });
    assert.partialDeepStrictEqual(await tryOut('storage'), { is_good: true });
    assert.partialDeepStrictEqual(await tryOut('directory'), { is_good: false });
    const call = await tryOut('webhook', `${test.base}/health`);
    assert.equal(at(call, 'is_good'), false);
    assert.match(String(at(call, 'finding')), /private address/);
    assert.equal(at(call, 'i18n.key'), 'outgoing.private');
    await test.app.features.site.changeSetting('outgoing_private_addresses', '1');
    assert.match(String(at(await tryOut('webhook', `${test.base}/nothing`), 'finding')), /responded with 4\d\d$/);
    await expectRow(test, { ...post('/api/admin/trials', { kind: 'mail', target: 'nobody' }), status: 400 });
    await expectRow(test, { ...post('/api/admin/trials', { kind: 'webhook', target: 'file:///etc' }), status: 400 });
    await expectRow(test, { ...post('/api/admin/trials', { kind: 'storage' }, 'ana'), status: 403 });
  });
});

describe('long work', () => {
  it('writes a backup and reads it again, one at a time', async () => {
    await expectRow(test, { ...post('/api/backups'), status: 201, contains: ['"status":"waiting"'] });
    const backup = await waitFor('/api/backups');
    assert.partialDeepStrictEqual(backup, { status: 'done', subject: 'tepal-20260301T120030Z', user_name: 'root' });
    const manifest: unknown = JSON.parse(await readFile(join(String(at(backup, 'path')), 'manifest.json'), 'utf8'));
    assert.equal(at(manifest, 'size_bytes'), at(backup, 'size_bytes'));
    await expectRow(test, { ...post('/api/backups'), status: 201 });
    const refused = await waitFor('/api/backups');
    assert.match(String(at(refused, 'note')), /already exists/);
    assert.equal(at(refused, 'i18n.key'), 'backup.there');
    await expectRow(test, { path: '/api/backups', as: 'ana', status: 403 });
  });

  it('writes the archive of a project, for its administrators to fetch, and tells how far it is', async (context) => {
    const warn = context.mock.method(test.app.logger, 'warn');
    await expectRow(test, { ...post('/api/projects/101/exports', undefined, 'ana'), status: 201, lacks: ['exports/'] });
    const written = await waitFor('/api/projects/101/exports', 'ana');
    const id = String(at(written, 'id'));
    assert.partialDeepStrictEqual(written, {
      status: 'done',
      path: `meadow-scrum-${id}.zip`,
      i18n: { key: 'archive.holds' },
    });
    assert.deepEqual(
      warn.mock.calls.map(({ arguments: [, message] }) => message),
      [],
    );
    const path = `/api/project_exports/${id}/archive`;
    const { text, headers } = await expectRow(test, { path, as: 'ana', status: 200 });
    assert.ok(text.startsWith('PK'));
    assert.equal(headers.get('content-disposition'), `attachment; filename="meadow-scrum-${id}.zip"`);
    await expectRow(test, { path, as: 'bruno', status: 403 });
    await expectRow(test, { path: '/api/project_exports/999999/archive', as: 'root', status: 404 });
    await expectRow(test, { ...post('/api/projects/101/exports', undefined, 'bruno'), status: 403 });
  });

  it('brings an erased project back', async () => {
    for (const query of ['', '?erase=true'])
      await expectRow(test, { method: 'DELETE', path: `/api/projects/101${query}`, as: 'root', status: 200 });
    const [erased] = listAt(await read('/api/erased_projects'));
    assert.partialDeepStrictEqual(erased, { shortname: 'meadow-scrum', is_there: true, restoration: null });
    const path = `/api/erased_projects/${String(at(erased, 'id'))}/restorations`;
    await expectRow(test, { ...post(path, undefined, 'ana'), status: 403 });
    await expectRow(test, { ...post('/api/erased_projects/999999/restorations'), status: 404 });
    await expectRow(test, { ...post(path), status: 201 });
    for (;;) {
      const [one] = listAt(await read('/api/erased_projects'));
      if (at(one, 'restoration.finished_on') !== null) {
        assert.equal(at(one, 'restoration.status'), 'done', String(at(one, 'restoration.note')));
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.match(JSON.stringify(await read('/api/projects?query={"shortname":"meadow-scrum"}')), /meadow-scrum/);
    // The name is taken now.
    await expectRow(test, { ...post(path), status: 201 });
    await rm(String(at(erased, 'archive')));
    await expectRow(test, { ...post(path), status: 409 });
  });

  it('makes a sample project, which who asks for it administers', async () => {
    const ask = (sample: string, status: number, contains: string[] = [], as = 'root') =>
      expectRow(test, { ...post('/api/sample_projects', { sample }, as), status, contains });
    await ask('kanban', 403, [], 'ana');
    await ask('none', 400, ['sample']);
    await ask('scrum', 409, ['meadow-scrum']);
    await ask('kanban', 201, ['harbor-kanban']);
    assert.partialDeepStrictEqual(await waitFor('/api/sample_projects'), {
      subject: 'harbor-kanban',
      status: 'done',
      note: '0 sample accounts, suspended',
      i18n: { key: 'sample.accounts', params: ['0'] },
    });
    const query = encodeURIComponent('{"shortname":"harbor-kanban"}');
    const [project] = listAt(await read(`/api/projects?query=${query}`));
    assert.partialDeepStrictEqual(project, { access: 'private', is_member_of: true });
    await ask('kanban', 409, ['harbor-kanban']);
  });

  it('of which any fails is told of, with a job to retry by its number', async () => {
    await expectRow(test, { ...post('/api/system_event/999999/retry'), status: 404 });
    await expectRow(test, { ...post('/api/system_event/1/retry'), status: 409 });
    await expectRow(test, { ...post('/api/system_event/1/retry', undefined, 'ana'), status: 403 });
  });
});

describe('POST /mass_mails', () => {
  const mail = (mode: string, more: object = {}, as = 'root') =>
    post('/api/mass_mails', { subject: 'Closed on Sunday', text: 'All day.', to: 'everybody', mode, ...more }, as);

  it('tells to how many, tries it on oneself, and sends it to all in portions', async () => {
    for (let number = 0; number < 120; number += 1)
      await test.app.features.people.create({ username: `gull${number}`, email: `gull${number}@example.org` });
    await test.app.features.people.change('gull0', { status: 'S' });
    const queued = async (): Promise<number> =>
      (await test.app.features.outbox.list(undefined, { limit: 1, offset: 0 })).size;
    const { json } = await expectRow(test, { ...mail('count'), status: 200 });
    const people = Number(at(json, 'people'));
    assert.ok(people >= 120);
    assert.equal(await queued(), 0);
    await expectRow(test, { ...mail('trial'), status: 200, contains: ['"people":1'] });
    assert.equal(await queued(), 1);
    await expectRow(test, { ...mail('send', { to: 'site_administrators' }), status: 200, contains: ['"people":1'] });
    await expectRow(test, { ...mail('send'), status: 200 });
    for (let tries = 0; tries < 500 && (await queued()) < people + 2; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(await queued(), people + 2);
    await expectRow(test, { ...mail('send', { subject: ' ' }), status: 400 });
    await expectRow(test, { ...mail('send', { subject: 'a\nb' }), status: 400 });
    await expectRow(test, { ...mail('count', {}, 'ana'), status: 403 });
  });

  it('stands in the audit log, which is there as CSV, too', async () => {
    const { text, headers } = await expectRow(test, {
      path: '/api/audit_events/csv?kind=mass-mail-sent',
      as: 'root',
      status: 200,
    });
    assert.match(headers.get('content-type') ?? '', /^text\/csv/);
    const lines = text.trim().split('\r\n');
    assert.equal(lines[0], 'id,date,kind,actor,address,user_id,project_id,details');
    assert.equal(lines.length, 3);
    assert.match(lines[1] ?? '', /^\d+,\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,mass-mail-sent,/);
    const all = await expectRow(test, { path: '/api/audit_events/csv?from=2026-01-01', as: 'root', status: 200 });
    const { headers: counted } = await test.call('/api/audit_events?limit=1', { as: 'root' });
    assert.equal(all.text.trim().split('\r\n').length, Number(counted.get('x-pagination-size')) + 1);
    await expectRow(test, { path: '/api/audit_events/csv?from=never', as: 'root', status: 400 });
    await expectRow(test, { path: '/api/audit_events/csv', as: 'ana', status: 403 });
  });
});
