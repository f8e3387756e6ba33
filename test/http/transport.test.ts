// Spec ruling 12: encryption before credentials, forwarding headers of trusted proxies alone; and who is
// admitted in each access mode.
// Engine: SQLite alone; all of it is settled before the database is asked.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, it } from 'node:test';
import { createHttpServer, openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { at, prepareFolder, testPassword } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, openScrum } from '../support/scenario.ts';

/** As a browser opens an address over plain HTTP: without the headers by which `fetch` gives itself away. */
const openInWindow = (url: string, headers: Record<string, string> = {}): Promise<Answered> =>
  new Promise((resolve, reject) => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const asked = get(url, { headers: { accept, ...headers } }, (answer) => {
      text(answer).then((body) => {
        const pairs = Object.entries(answer.headers).map(([name, value]): [string, string] => [name, String(value)]);
        resolve({ status: answer.statusCode ?? 0, headers: new Headers(pairs), text: body, json: undefined });
      }, reject);
    });
    asked.on('error', reject);
  });

const asText = (answer: Response): Promise<Answered> =>
  answer.text().then((text) => ({ status: answer.status, headers: answer.headers, text, json: undefined }));

/** Starts an app with these lines in conf/local.inc, lets the work talk to it, and stops it. */
async function withApp(
  lines: string,
  work: (
    ask: (path: string, init?: RequestInit) => Promise<Answered>,
    app: App,
    open: (path: string, headers?: Record<string, string>) => Promise<Answered>,
  ) => Promise<void>,
): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'tepal-transport-'));
  const remove = await prepareFolder(dataDir, lines);
  const app = await openApp({ dataDir, logLevel: 'silent' });
  const server = createHttpServer(app);
  try {
    await app.features.people.create({ username: 'tara', email: 'tara@example.org', password: testPassword });
    const base = await server.listen({ port: 0, host: '127.0.0.1' });
    await work(
      async (path, init) => asText(await fetch(base + path, init)),
      app,
      (path, headers) => openInWindow(base + path, headers),
    );
  } finally {
    await server.close();
    await app.close();
    await remove();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

describe('plain HTTP', () => {
  let test: TestApp;
  let taraId = 0;
  before(async () => {
    test = (await openScrum()).test;
    taraId = await test.addUser('tara');
  });
  after(() => test.close());

  const isAllowed = (value: '0' | '1'): Promise<void> =>
    test.app.features.site.changeSetting('sys_rest_api_over_http', value);
  const body = { username: 'tara', password: testPassword };
  const wrongToken = { 'x-auth-token': 'x', 'x-auth-userid': '1' };

  it('is 403 for every request, whatever it asks and whoever it says it is', async () => {
    await isAllowed('0');
    try {
      for (const row of [
        { path: '/api/version' },
        { path: '/api/v1/projects/101' },
        { path: '/api/users/self', as: undefined },
        { path: '/api/users/self', headers: wrongToken },
        { path: '/api/users/self', headers: { authorization: 'Basic §' } },
        { path: '/api/users/self', headers: { accept: 'text/html' } },
        { path: '/api/tokens', method: 'POST', body },
        { path: '/api/tokens', method: 'POST', body: '{broken' },
        { path: '/api/artifacts', method: 'POST', body: 'x', headers: { 'content-type': 'text/plain' } },
        { path: '/api/artifacts/1', method: 'OPTIONS' },
        { path: '/api/nothing/here' },
        { path: '/api/projects', headers: { 'x-forwarded-proto': 'https', 'x-forwarded-for': '127.0.0.1' } },
      ]) {
        const { as: _as, ...call } = { as: undefined, ...row };
        const answer = await expectRow(test, { ...call, status: 403, lacks: ['Meadow', '"token":'] });
        assert.equal(at(answer.json, 'error.code'), 403);
        assert.match(String(at(answer.json, 'error.message')), /^Forbidden: .*HTTPS.*sys_rest_api_over_http/);
        assert.equal(answer.headers.get('www-authenticate'), null);
      }
    } finally {
      await isAllowed('1');
    }
  });

  it('is refused in XML where XML is asked for', async () => {
    await isAllowed('0');
    const answer = await test.call('/api/projects', { headers: { accept: 'application/xml' } });
    await isAllowed('1');
    assert.match(
      answer.text,
      /<response><error><code>403<\/code><message>Forbidden: [^<]+<\/message><i18n>.*<\/i18n><\/error><\/response>$/,
    );
  });

  it('is 403 before credentials even where wrong ones are a server error', async () => {
    await test.app.features.site.changeSetting('rest_invalid_credentials_status', '500');
    await isAllowed('0');
    const answer = await test.call('/api/users/self', { headers: wrongToken });
    await isAllowed('1');
    await test.app.features.site.changeSetting('rest_invalid_credentials_status', '401');
    assert.equal(answer.status, 403);
  });

  it('follows the setting from the next request on', async () => {
    await expectRow(test, { path: '/api/version', status: 200 });
    await isAllowed('0');
    await expectRow(test, { path: '/api/version', status: 403 });
    await isAllowed('1');
    await expectRow(test, { path: '/api/version', status: 200 });
  });

  it('follows it too where nobody is identified', async () => {
    const rows: { path: string; method?: string; status: number }[] = [
      { path: '/api/openapi.json', status: 200 },
      { path: '/api/explorer/', status: 200 },
      { path: '/api/artifacts', method: 'OPTIONS', status: 200 },
      { path: '/api/nothing', status: 404 },
      { path: '/api/tokens', method: 'PATCH', status: 405 },
    ];
    for (const { status, ...row } of rows) {
      await expectRow(test, { ...row, status });
      await isAllowed('0');
      await expectRow(test, { ...row, status: 403 });
      await isAllowed('1');
      await expectRow(test, { ...row, status });
    }
  });

  it('makes no token while it is refused', async () => {
    await isAllowed('0');
    await test.call('/api/tokens', { method: 'POST', body });
    await isAllowed('1');
    const made = test.app.database.read.selectFrom('tokens').select('user_id').where('user_id', '=', taraId);
    assert.deepEqual(await made.execute(), []);
  });
});

describe('sys_rest_api_over_http', () => {
  it('is 0 where nobody says anything, and 1 where the file says so', async () => {
    await withApp('', async (ask) => assert.equal((await ask('/api/version')).status, 403));
    await withApp("$sys_rest_api_over_http = '1';", async (ask) =>
      assert.equal((await ask('/api/version')).status, 200),
    );
  });
});

describe('X-Forwarded-Proto', () => {
  const values: { proto: string | undefined; trusted: number }[] = [
    { proto: 'https', trusted: 200 },
    { proto: 'HTTPS', trusted: 200 },
    { proto: 'http, https', trusted: 200 },
    { proto: 'https, http', trusted: 403 },
    { proto: 'http', trusted: 403 },
    { proto: 'https;', trusted: 403 },
    { proto: '', trusted: 403 },
    { proto: undefined, trusted: 403 },
  ];
  const proxies: { name: string; line: string; isTrusted: boolean }[] = [
    { name: 'an address of the list', line: "$sys_trusted_proxies = '10.1.2.3, 127.0.0.1';", isTrusted: true },
    { name: 'a range of the list', line: "$sys_trusted_proxies = '127.0.0.0/8';", isTrusted: true },
    { name: 'an address beside the list', line: "$sys_trusted_proxies = '127.0.0.2, 10.0.0.0/8';", isTrusted: false },
    { name: 'anybody while there is no list', line: '', isTrusted: false },
  ];
  for (const { name, line, isTrusted } of proxies) {
    it(`${isTrusted ? 'counts' : 'does not count'} from ${name}`, () =>
      withApp(line, async (ask) => {
        for (const { proto, trusted } of values) {
          const headers: Record<string, string> = proto === undefined ? {} : { 'x-forwarded-proto': proto };
          const answer = await ask('/api/version', { headers });
          assert.equal(answer.status, isTrusted ? trusted : 403, `${String(proto)}: ${answer.text}`);
        }
        const others = await ask('/api/version', { headers: { 'x-forwarded-ssl': 'on', forwarded: 'proto=https' } });
        assert.equal(others.status, 403);
      }));
  }
});

it('the audit log and the throttle of sign-ins know the client behind several proxies', () =>
  withApp("$sys_trusted_proxies = '127.0.0.1, 10.0.0.0/8';\n$sys_rest_api_over_http = 1;", async (ask, app) => {
    const rows: [headers: [string, string][], address: string][] = [
      [[['x-forwarded-for', '203.0.113.10, 127.0.0.1']], '203.0.113.10'],
      [[['x-forwarded-for', '203.0.113.7:51234']], '203.0.113.7'],
      [[['x-forwarded-for', '[2001:db8::1]:443']], '2001:db8::1'],
      [[['x-forwarded-for', '198.51.100.1, 203.0.113.9']], '203.0.113.9'],
      [
        [
          ['x-forwarded-for', '198.51.100.1, 203.0.113.11'],
          ['x-forwarded-for', '10.0.0.9'],
        ],
        '203.0.113.11',
      ],
      [[['forwarded', 'for="[2001:db8::5]:4711";proto=https, for=10.0.0.9']], '2001:db8::5'],
      [[['forwarded', 'for=unknown, for=_hidden']], '127.0.0.1'],
    ];
    const body = JSON.stringify({ username: 'nobody', password: 'wrong' });
    for (const [headers] of rows) {
      const sent = new Headers([...headers, ['content-type', 'application/json']]);
      assert.equal((await ask('/api/tokens', { method: 'POST', headers: sent, body })).status, 401);
    }
    const seen = await app.database.read
      .selectFrom('audit_events')
      .select('address')
      .where('kind', '=', 'sign-in-failed')
      .orderBy('id')
      .execute();
    assert.deepEqual(
      seen.map((row) => row.address),
      rows.map(([, address]) => address),
    );
  }));

describe('pages over plain HTTP', () => {
  const https = 'https://forge.example.com/api/explorer/';
  const domain = "$sys_default_domain = 'forge.example.com';";
  const forwarded = { 'x-forwarded-proto': 'http' };
  const proxy = "$sys_trusted_proxies = '127.0.0.1';";
  const rows: { name: string; lines: string; status: number; to?: string }[] = [
    { name: 'are refused where nobody says that there is HTTPS', lines: domain, status: 403 },
    { name: 'are sent to HTTPS behind a proxy', lines: domain + proxy, status: 308, to: https },
    { name: 'are sent to public_url', lines: "$public_url = 'https://forge.example.com/';", status: 308, to: https },
    {
      name: 'are sent nowhere by a public_url without TLS',
      lines: "$public_url = 'http://forge.example.com';",
      status: 403,
    },
    { name: 'are answered where the API is', lines: `${domain}${proxy}$sys_rest_api_over_http = 1;`, status: 200 },
  ];
  for (const { name, lines, status, to } of rows) {
    it(name, () =>
      withApp(lines, async (ask, _app, open) => {
        for (const method of ['GET', 'HEAD']) {
          const answer = await ask('/api/explorer/', { method, headers: forwarded, redirect: 'manual' });
          assert.deepEqual([answer.status, answer.headers.get('location')], [status, to ?? null]);
        }
        const api = await ask('/api/version', {
          headers: { ...forwarded, accept: 'text/html, */*;q=0.8' },
          redirect: 'manual',
        });
        assert.equal(api.status, status === 200 ? 200 : 403);
        const opened = await open('/api/version', forwarded);
        assert.deepEqual(
          [opened.status, opened.headers.get('location')],
          [status, to === undefined ? null : 'https://forge.example.com/api/version'],
        );
      }),
    );
  }

  it('show a browser what helps where nobody knows of HTTPS, and programs a refusal', () =>
    withApp('', async (ask, _app, open) => {
      const bookmarks = ['/api/artifacts/1', '/plugins/tracker/attachments/1-plan.pdf'];
      for (const path of ['/', '/first-start', '/nowhere', '/api/explorer/', ...bookmarks]) {
        const shown = await open(path);
        assert.deepEqual([shown.status, shown.headers.get('content-type')], [403, 'text/html; charset=utf-8'], path);
        assert.match(shown.text, /tepal config set sys_rest_api_over_http 1/);
        assert.match(shown.text, /<html lang="en">/);
        const french = await open(path, { 'accept-language': 'fr-CH, en;q=0.5' });
        assert.match(french.text, /<html lang="fr">.*HTTPS/);
      }
      for (const path of ['/', '/first-start', '/api/version']) {
        const refused = await ask(path, { redirect: 'manual' });
        assert.match(refused.text, /"message":"Forbidden: .*sys_rest_api_over_http/, path);
      }
      for (const headers of [
        { accept: 'text/html, */*; q=.2' },
        { authorization: 'Basic YTpi' },
        { 'sec-fetch-mode': 'cors' },
      ]) {
        const refused = await open('/api/version', headers);
        assert.match(refused.text, /[">]Forbidden: .*sys_rest_api_over_http/, JSON.stringify(headers));
      }
    }));

  it('keep their path and query, and are redirected for reading alone', () =>
    withApp(domain + proxy, async (ask) => {
      const asset = await ask('/api/v1/explorer/assets/explorer.css?x=1', { redirect: 'manual' });
      assert.equal(asset.headers.get('location'), 'https://forge.example.com/api/v1/explorer/assets/explorer.css?x=1');
      assert.equal(asset.headers.get('cache-control'), 'no-store');
      assert.equal((await ask('/api/explorer/', { method: 'POST', redirect: 'manual' })).status, 403);
      for (const path of ['/api/openapi.json', '/api/nothing', '//evil.example.com/api/explorer/']) {
        assert.equal((await ask(path, { redirect: 'manual' })).status, 403, path);
      }
    }));
});

describe('access_mode', () => {
  let test: TestApp;
  before(async () => {
    test = (await openScrum()).test;
    await test.addUser('tara');
    await test.addUser('rita', { status: 'R' });
  });
  after(() => test.close());

  const always = ['/api/version'];
  const open = [
    '/api/projects',
    '/api/projects/101',
    '/api/projects/101/trackers',
    '/api/projects/101/user_groups',
    '/api/user_groups/101_3',
    '/api/users?query=ana',
    '/api/users/self',
    '/api/trackers/1',
    '/api/trackers/1/artifacts',
    '/api/trackers/1/tracker_reports',
    '/api/artifacts/1',
    '/api/artifacts/1/changesets',
    '/api/artifacts/1/links',
    '/api/artifacts/1/linked_artifacts?direction=forward',
  ];
  const closed = ['/api/users/self/membership', '/api/user_groups/101_3/users'];

  it('anonymous admits everybody to what is public', async () => {
    for (const path of [...always, ...open]) await expectRow(test, { path, status: 200 });
    for (const path of closed) await expectRow(test, { path, status: 401 });
  });

  for (const mode of ['regular', 'restricted']) {
    it(`${mode} is 401 for who is not signed in, with a challenge`, async () => {
      await test.app.features.site.changeSetting('access_mode', mode);
      for (const path of [...open, ...closed, '/api/projects/999', '/api/artifacts/999']) {
        await expectRow(test, { path, status: 401, lacks: ['Meadow'], answers: { 'www-authenticate': /^Basic / } });
      }
      for (const path of always) await expectRow(test, { path, status: 200 });
      await expectRow(test, { path: '/api/projects/101', method: 'OPTIONS', status: 200 });
      const body = { username: 'tara', password: testPassword };
      await expectRow(test, { path: '/api/tokens', method: 'POST', body, status: 200 });
      for (const path of open) await expectRow(test, { path, as: 'tara', status: 200 });
    });
  }

  it('a page that is not signed in gets a challenge that no browser has a box for, a program one with Basic', async () => {
    await test.app.features.site.changeSetting('access_mode', 'regular');
    const referer = `${test.base}/artifacts/1`;
    const xml = { accept: 'application/xml, */*;q=0.1' };
    const byBrowser: Record<string, string>[] = [
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors' },
      { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' },
      { 'sec-fetch-mode': 'no-cors' },
      // Over plain HTTP to another machine browsers say nothing of the kind.
      { 'x-requested-with': 'Tepal' },
      { 'x-requested-with': 'XMLHttpRequest' },
      { cookie: `other=1; tepal_session=${'0'.repeat(64)}`, referer },
      { accept: 'text/event-stream, */*', referer },
      { origin: test.base },
      { ...xml, referer },
    ];
    const byProgram: Record<string, string>[] = [
      {},
      xml,
      { accept: 'text/event-stream, */*' },
      { cookie: 'balancer=node-2' },
      { referer: 'https://elsewhere.example/' },
      { 'user-agent': 'git/2.47.0', accept: '*/*' },
    ];
    const file = '/plugins/tracker/attachments/1-plan.pdf';
    const git = '/plugins/git/meadow-scrum/app.git/info/refs?service=git-upload-pack';
    for (const path of ['/api/projects/101', '/api/users/self', '/api/events/stream', file, git]) {
      const status = 401;
      for (const headers of byProgram)
        await expectRow(test, { path, headers, status, answers: { 'www-authenticate': /^Basic / } });
      for (const headers of byBrowser)
        await expectRow(test, { path, headers, status, answers: { 'www-authenticate': /^(?!.*Basic)Token / } });
    }
    await test.app.features.site.changeSetting('access_mode', 'anonymous');
  });

  it('restricted shows restricted people nothing public; the other modes treat them like all', async () => {
    for (const [mode, status, size] of [
      ['restricted', 403, '0'],
      ['regular', 200, '1'],
      ['anonymous', 200, '1'],
    ] as const) {
      await test.app.features.site.changeSetting('access_mode', mode);
      await expectRow(test, { path: '/api/projects/101', as: 'rita', status });
      await expectRow(test, { path: '/api/artifacts/1', as: 'rita', status });
      await expectRow(test, { path: '/api/projects', as: 'rita', status: 200, answers: { 'x-pagination-size': size } });
    }
  });
});
