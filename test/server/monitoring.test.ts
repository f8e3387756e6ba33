// What monitors ask: /health, /ready and /metrics, who may, and what is counted; names of requests.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { startApp } from '../support/harness.ts';
import type { Answered, TestApp } from '../support/harness.ts';
import { expectRow, sampleFolder } from '../support/scenario.ts';

/** The value of a line such as `name{a="b"} 3`; undefined where there is none. */
function valueOf({ text }: Answered, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
}

const token = 'a-token-for-prometheus';
const settings = `$metrics_token = '${token}';\n$sys_trusted_proxies = '127.0.0.1';`;
const authorization = `Bearer ${token}`;
let test: TestApp;
before(async () => {
  test = await startApp({ archives: [sampleFolder('scrum')], settings });
});
after(() => test.close());

const readMetrics = (): Promise<Answered> => test.call('/metrics', { headers: { authorization } });

describe('what monitors ask', () => {
  it('tells that the process lives, and that it is ready', async () => {
    const answers = { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' };
    await expectRow(test, { path: '/health', status: 200, contains: ['{"status":"alive"}'], answers });
    await expectRow(test, { path: '/ready?from=somewhere', status: 200, contains: ['{"status":"ready"}'], answers });
  });

  it('knows GET, HEAD and OPTIONS alone', async () => {
    const head = await expectRow(test, { path: '/health', method: 'HEAD', status: 200 });
    assert.equal(head.text, '');
    const allow = { allow: 'OPTIONS, GET' };
    await expectRow(test, { path: '/ready', method: 'OPTIONS', status: 200, answers: allow });
    await expectRow(test, { path: '/ready', method: 'POST', status: 405, answers: allow, contains: ['"code":405'] });
    await expectRow(test, { path: '/healthy', status: 404 });
  });

  it('is asked over plain HTTP where the API is not', async () => {
    await test.app.features.site.changeSetting('sys_rest_api_over_http', '0');
    await expectRow(test, { path: '/api/version', status: 403 });
    for (const path of ['/health', '/ready']) await expectRow(test, { path, status: 200 });
    await expectRow(test, { path: '/metrics', headers: { authorization }, status: 200 });
    await test.app.features.site.changeSetting('sys_rest_api_over_http', '1');
  });
});

describe('metrics', () => {
  it('count answers by the pattern of their route, and never name what was asked for', async () => {
    const series = (status: string): string =>
      `tepal_http_answers_total{method="GET",route="/api/projects/:id",status="${status}"}`;
    const first = await readMetrics();
    assert.match(first.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
    for (let time = 0; time < 3; time += 1)
      await expectRow(test, { path: '/api/projects/101', as: 'root', status: 200 });
    await expectRow(test, { path: '/api/projects/987654', as: 'root', status: 404 });
    const second = await readMetrics();
    const grown = (name: string): number => (valueOf(second, name) ?? 0) - (valueOf(first, name) ?? 0);
    assert.equal(grown(series('2xx')), 3);
    assert.equal(grown(series('4xx')), 1);
    const times = 'tepal_http_answer_seconds';
    const labels = 'method="GET",route="/api/projects/:id"';
    assert.equal(grown(`${times}_count{${labels}}`), 4);
    assert.equal(grown(`${times}_bucket{${labels},le="+Inf"}`), 4);
    assert.ok(grown(`${times}_sum{${labels}}`) > 0);
    assert.ok(!second.text.includes('987654'));
    assert.doesNotMatch(second.text, /method="[^"]*,/);
  });

  it('count what no route answers, whichever step refuses it', async () => {
    const series = 'tepal_http_answers_total{method="",route="",status="4xx"}';
    const first = valueOf(await readMetrics(), series) ?? 0;
    await expectRow(test, { path: '/nowhere', status: 404 });
    await expectRow(test, { path: '/health', method: 'PUT', status: 405 });
    assert.equal(valueOf(await readMetrics(), series), first + 2);
  });

  it('tell changes of the database, jobs and the event loop', async () => {
    const first = await readMetrics();
    await test.app.features.site.changeSetting('session_lifetime', '7');
    const second = await readMetrics();
    const changes = 'tepal_database_changes_total{outcome="committed"}';
    assert.ok((valueOf(second, changes) ?? 0) > (valueOf(first, changes) ?? 0));
    assert.equal(valueOf(second, 'tepal_jobs_open{status="waiting"}'), 0);
    assert.equal(valueOf(second, 'tepal_job_attempts_total{outcome="given-up"}'), 0);
    for (const name of ['nodejs_eventloop_lag_p99_seconds', 'process_resident_memory_bytes']) {
      assert.notEqual(valueOf(second, name), undefined, name);
    }
  });

  it('are for those who send the token, this machine included', async () => {
    await expectRow(test, { path: '/metrics', status: 401, answers: { 'www-authenticate': /^Bearer / } });
    await expectRow(test, { path: '/metrics', headers: { authorization: `${authorization}x` }, status: 401 });
    await expectRow(test, { path: '/metrics', headers: { authorization }, status: 200 });
    const forwarded = { authorization, 'x-forwarded-for': '198.51.100.7' };
    await expectRow(test, { path: '/metrics', headers: forwarded, status: 200 });
    await test.app.features.site.changeSetting('sys_rest_api_over_http', '0');
    await expectRow(test, { path: '/metrics', headers: forwarded, status: 403, contains: ['HTTPS'] });
    const encrypted = { ...forwarded, 'x-forwarded-proto': 'https' };
    await expectRow(test, { path: '/metrics', headers: encrypted, status: 200 });
    await test.app.features.site.changeSetting('sys_rest_api_over_http', '1');
  });

  it('are for nobody where no token is set, as a proxy on this machine may forward for anybody', async () => {
    const bare = await startApp();
    for (const headers of [{}, { authorization }, { 'x-forwarded-for': '198.51.100.7' }])
      await expectRow(bare, { path: '/metrics', headers, status: 403, contains: ['metrics_token'] });
    await bare.close();
  });
});

describe('a server that can not answer', () => {
  it('lives, but is not ready', async () => {
    const other = await startApp({ settings });
    await other.app.database.close();
    await expectRow(other, { path: '/health', status: 200 });
    await expectRow(other, { path: '/ready', status: 503, contains: ['"code":503'], answers: { 'retry-after': '1' } });
    const metrics = await expectRow(other, { path: '/metrics', headers: { authorization }, status: 200 });
    assert.equal(valueOf(metrics, 'tepal_jobs_open{status="waiting"}'), undefined);
    await other.close();
  });
});

describe('the name of a request', () => {
  it('is taken from a trusted proxy', async () => {
    const ask = (id: string): Promise<Answered> =>
      test.call('/api/artifacts/2', { as: 'root', headers: { 'x-request-id': id } });
    for (const id of ['proxy-1', 'proxy-2', 'proxy-3']) assert.equal((await ask(id)).headers.get('x-request-id'), id);
  });

  it('is the server’s own where what was sent is no name', async () => {
    for (const id of ['two words', 'x'.repeat(129), '{"a":1}']) {
      const answer = await test.call('/api/version', { headers: { 'x-request-id': id } });
      assert.match(answer.headers.get('x-request-id') ?? '', /^[\da-f]{8}-[\da-z]+$/);
    }
  });

  it('is the server’s own where anybody else sent it', async () => {
    const other = await startApp();
    const answer = await other.call('/api/version', { headers: { 'x-request-id': 'mine' } });
    assert.notEqual(answer.headers.get('x-request-id'), 'mine');
    await other.close();
  });
});
