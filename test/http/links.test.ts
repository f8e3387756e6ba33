// Every link that people are given, by answers of the API, by texts and by mails, leads a browser to a page or a file that is there.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { storedJson } from '../../src/platform/database/index.ts';
import { createJobRunner } from '../../src/platform/jobs/index.ts';
import { createTime } from '../../src/platform/jobs/runner.testing.ts';
import { MailMessage } from '../../src/platform/mail/message.ts';
import { until } from '../../src/platform/concurrency/until.testing.ts';
import { pageUrls } from '../../src/features/pages/page-addresses.ts';
import { at, startApp, testPassword } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { pushSampleCode } from '../support/sample-code.ts';
import { expectRow, sampleFolder } from '../support/scenario.ts';

const readMail = storedJson(MailMessage);
const time = createTime();
let test: TestApp;

before(async () => {
  test = await startApp({
    archives: [sampleFolder('scrum'), sampleFolder('kanban')],
    clock: time,
    settings: "$mail_transport = 'capture';\n$mail_digest_window = 0;\n$sys_default_domain = 'forge.example';",
  });
  const { fullText } = test.app.features;
  await fullText.prepare();
  await fullText.rebuild({ isPolite: false });
  await pushSampleCode(test);
});
after(() => test.close());

const references = 'See task #17, art #3, story #7, @ana, git #web/0000000, svn #1 and wiki #Home.';
const comment = { body: 'For @bruno: art #17', format: 'commonmark' };

/** Keys of answers whose values are addresses for browsers. */
const linkKeys = /^(?:html_url|user_url|service_url|html_preview_url|avatar_url)$/;

/** Addresses in a value of JSON, those of texts in HTML included. */
function* listLinks(value: unknown, key = ''): Generator<string> {
  if (typeof value === 'string') {
    if (linkKeys.test(key)) yield value;
    for (const [, link = ''] of value.matchAll(/<(?:a [^>]*href|img [^>]*src)="([^"]+)"/g))
      yield link.replaceAll('&amp;', '&');
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) yield* listLinks(part, Array.isArray(value) ? key : name);
  }
}

/** What a keyword of a project means, a page asks as whoever looks. */
const isPage = (path: string): boolean =>
  path === '/goto' || pageUrls.some((url) => new RegExp(`^${url.replaceAll(/:\w+/g, '[^/]+')}$`).test(path));

/** Follows a link as a browser does, on this server whatever the site is called; where it ends, and what is there. */
async function follow(link: string, as: string): Promise<string> {
  let url = new URL(link, 'http://forge.example/');
  assert.ok(['forge.example', 'localhost'].includes(url.hostname), `${link} leads elsewhere`);
  for (let steps = 0; steps < 4; steps++) {
    const answer = await test.call(url.pathname + url.search, { as, headers: { accept: 'text/html' } });
    const location = answer.headers.get('location');
    if (answer.status === 302 && location !== null) {
      url = new URL(location, url);
      continue;
    }
    assert.equal(answer.status, 200, `${link} leads to ${url.pathname}`);
    const isHtml = answer.headers.get('content-type')?.startsWith('text/html') === true;
    assert.ok(
      !isHtml || isPage(url.pathname) || url.pathname.startsWith('/unsubscribe/'),
      `${url.pathname} is no page`,
    );
    return url.pathname;
  }
  return assert.fail(`${link} leads in circles`);
}

const answers: [path: string, as: string, least: number][] = [
  ['/artifacts/17?values_format=all', 'ana', 4],
  ['/artifacts/17/changesets', 'ana', 2],
  ['/artifacts/17/linked_artifacts?direction=reverse', 'ana', 1],
  ['/trackers/4', 'ana', 2],
  ['/trackers/4/artifacts?values=all', 'ana', 9],
  ['/projects/101', 'ana', 0],
  ['/projects/101/trackers', 'ana', 5],
  ['/projects/101/project_services', 'ana', 3],
  ['/projects/102/project_services', 'ana', 3],
  ['/projects/101/heartbeats', 'ana', 3],
  ['/projects/101/git', 'ana', 1],
  ['/git/1/branches', 'ana', 1],
  ['/git/1/commits/main', 'ana', 1],
  ['/user_groups/101_3/users', 'ana', 2],
  ['/users/self', 'ana', 1],
  ['/users/self/artifacts?query={"assigned_to":true}', 'bruno', 1],
  ['/search?q=session', 'ana', 2],
  ['/milestones/5/content', 'ana', 0],
];

describe('links', () => {
  before(async () => {
    const { json } = await expectRow(test, { path: '/api/trackers/4', as: 'ana', status: 200 });
    const fields = at(json, 'fields');
    assert.ok(Array.isArray(fields));
    const details: unknown = fields.find((field: unknown) => at(field, 'name') === 'details');
    const values = [{ field_id: at(details, 'field_id'), value: { content: references, format: 'commonmark' } }];
    const row = { path: '/api/artifacts/17', method: 'PUT', as: 'ana', status: 200 };
    await expectRow(test, { ...row, body: { values, comment } });
  });

  for (const [path, as, least] of answers)
    it(`of GET ${path} lead somewhere`, async () => {
      const { json } = await expectRow(test, { path: `/api${path}`, as, status: 200 });
      const links = new Set(listLinks(json));
      assert.ok(links.size >= least, `${links.size} links: ${[...links].join(', ')}`);
      for (const link of links) await follow(link, as);
    });

  it('of mails lead somewhere', async () => {
    const runner = createJobRunner({
      database: test.app.database,
      clock: time,
      timers: time,
      logger: test.app.logger,
      handlers: test.app.features.jobHandlers,
      schedules: [],
    });
    const ask = { method: 'POST', headers: {}, status: 200 };
    await expectRow(test, { ...ask, path: '/api/password_links', body: { identifier: 'bruno' } });
    const change = { email: 'new@example.net', password: testPassword };
    await expectRow(test, { ...ask, path: '/api/users/self/email', as: 'bruno', body: change });
    await test.app.followers.drain();
    runner.start();
    const readAll = async (): Promise<MailMessage[]> => {
      const rows = await test.app.database.read.selectFrom('outbox').selectAll().execute();
      return rows.map((row) => readMail(row.message_json ?? 'null', `mail ${row.id}`));
    };
    await until(async () => {
      time.pass(1000);
      return (await readAll()).some(({ headers }) => headers?.['List-Id'] !== undefined);
    });
    await runner.stop(0);
    const mails = await readAll();
    const ends = new Set<string>();
    for (const { text, html = '' } of mails) {
      const links = [...text.matchAll(/https?:\/\/[^\s>]+/g)].map(([link]) => link);
      for (const link of [...links, ...listLinks(html)])
        ends.add((await follow(link, 'bruno')).replace(/(unsubscribe)\/.*/, '$1'));
    }
    for (const end of ['/artifacts/17', '/unsubscribe', '/new-password', '/confirm-email'])
      assert.ok(ends.has(end), `no mail leads to ${end}: ${[...ends].join(', ')}`);
  });

  it('say what they lead to where everybody may know it, and nothing else', async () => {
    const chat = { accept: '*/*', 'user-agent': 'Slackbot-LinkExpanding 1.0' };
    const title = 'Keep the session key in the keystore of the phone';
    const row = { path: '/artifacts/17', headers: chat, status: 200 };
    await expectRow(test, { ...row, contains: [`og:title" content="${title}"`, 'task #17 · Tasks · Meadow'] });
    await expectRow(test, { ...row, path: '/trackers/4', contains: ['og:title" content="Tasks · Meadow'] });
    await expectRow(test, { ...row, path: '/projects/meadow-scrum', contains: ['An invented bank builds'] });
    for (const path of ['/projects/101', '/projects/meadow-scrum/overview'])
      await expectRow(test, { ...row, path, contains: ['An invented bank builds'] });
    await expectRow(test, { ...row, path: '/artifacts/999999', lacks: ['og:description'] });
    const project = { path: '/api/projects/101', method: 'PATCH', as: 'ana', status: 200 };
    await expectRow(test, { ...project, body: { access: 'private' } });
    for (const path of ['/artifacts/17', '/trackers/4', '/projects/meadow-scrum', '/projects/101'])
      await expectRow(test, { ...row, path, contains: ['og:title'], lacks: ['session key', 'Tasks', 'Meadow'] });
    await expectRow(test, { ...project, body: { access: 'public' } });
    await test.app.features.site.changeSetting('access_mode', 'regular');
    await expectRow(test, { ...row, lacks: ['session key', 'Meadow'] });
    await test.app.features.site.changeSetting('access_mode', 'anonymous');
    await expectRow(test, { ...row, headers: { accept: '*/*' }, answers: { 'content-type': /html/ } });
    const program = { ...row, headers: { accept: 'application/json, */*' }, status: 404 };
    await expectRow(test, { ...program, answers: { 'content-type': /json/ } });
    await expectRow(test, { ...program, path: '/no-page', headers: { accept: '*/*' }, lacks: ['<html'] });
  });
});
