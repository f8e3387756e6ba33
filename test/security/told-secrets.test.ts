// Secrets that answers tell: their schemas say so, no route about one takes an Idempotency-Key, and none is stored as it was told.
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { listTables } from '../../src/platform/database/test-place.testing.ts';
import { hasSecret } from '../../src/platform/http/index.ts';
import { query } from '../support/archive-world.ts';
import { at, testPassword } from '../support/harness.ts';
import type { Answered, Call } from '../support/harness.ts';
import { openScrum } from '../support/scenario.ts';
import type { Scrum } from '../support/scenario.ts';
import { insertRepository } from '../support/worlds.ts';

let scrum: Scrum;
let repository = 0;
before(async () => {
  scrum = await openScrum({ settings: '$sys_rest_api_over_http = 1;' });
  repository = await insertRepository(scrum.test, 101, 'secret');
});
after(() => scrum.test.close());

const routes = () => scrum.test.app.features.routes;

/** Texts of which a name says that they are secrets, but whose schema does not; by their places. */
function listUnmarked(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, part]: [string, unknown]) => {
    const inner = listUnmarked(part, `${place}.${name}`);
    const isText = JSON.stringify(part)?.includes('"type":"string"') === true;
    const isNamed = /(secret|token|password|passphrase|credentials?)$/i.test(name);
    return isNamed && isText && !hasSecret(part) ? [`${place}.${name}`, ...inner] : inner;
  });
}

/** Requests whose answers tell a secret, by route, with where it stands there. */
const telling: Readonly<Record<string, () => [path: string, call: Call, place: string]>> = {
  'POST /tokens': () => ['/api/tokens', { body: { username: 'ana', password: testPassword } }, 'token'],
  'POST /access_keys': () => ['/api/access_keys', { body: { scopes: ['write:rest'] } }, 'identifier'],
  'POST /git/:id/status_token': () => [`/api/git/${repository}/status_token`, {}, 'token'],
  'POST /trackers/:id/webhooks': () => [
    `/api/trackers/${scrum.tracker('Bugs')}/webhooks`,
    { body: { url: 'https://example.com/' } },
    'secret',
  ],
  'POST /projects/:id/webhooks': () => [
    '/api/projects/101/webhooks',
    { body: { url: 'https://example.com/' } },
    'secret',
  ],
};

/** Columns that must hold a secret as it is, because messages are signed with it. */
const signing = ['webhooks.secret', 'webhooks.former_secret'];

async function listPlacesOf(secret: string): Promise<string[]> {
  const places: string[] = [];
  for (const table of await listTables(scrum.test.app.database.read))
    for (const row of await query(scrum.test, `select * from "${table}"`))
      for (const [column, value] of Object.entries(row)) {
        const text = value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : JSON.stringify(value);
        if (text?.includes(secret) === true) places.push(`${table}.${column}`);
      }
  return places.filter((place) => !signing.includes(place));
}

const sendTwice = async (path: string, call: Call, key: string): Promise<Answered[]> => {
  const headers = { 'idempotency-key': key, ...call.headers };
  const sent = { method: 'POST', as: 'ana', ...call, headers };
  return [await scrum.test.call(path, sent), await scrum.test.call(path, sent)];
};

describe('secrets in answers', () => {
  it('are told from other texts by their schemas', () => {
    const unmarked = routes().flatMap(({ method, url, body, query: asked, responses }) => [
      ...listUnmarked(body, `${method} ${url} body`),
      ...listUnmarked(asked, `${method} ${url} query`),
      ...listUnmarked(responses, `${method} ${url} answer`),
    ]);
    assert.deepEqual(unmarked, [], 'give these texts the schema SentSecret or ToldSecret');
  });

  it('are asked for below, by each route that tells one', () => {
    const told = routes().filter(({ method, responses }) => method === 'POST' && hasSecret(responses));
    assert.deepEqual(told.map(({ method, url }) => `${method} ${url}`).sort(), Object.keys(telling).sort());
  });

  for (const [route, request] of Object.entries(telling)) {
    it(`${route} tells another one each time, and stores none`, async () => {
      const [path, call, place] = request();
      const answers = await sendTwice(path, call, `"${route}"`);
      const secrets = answers.map((answer) => {
        assert.ok(answer.status === 200 || answer.status === 201, answer.text);
        assert.equal(answer.headers.get('idempotency-replayed'), null);
        return String(at(answer.json, place));
      });
      assert.notEqual(secrets[0], secrets[1]);
      for (const secret of secrets) {
        assert.ok(secret.length >= 20, secret);
        assert.deepEqual(await listPlacesOf(secret), []);
      }
    });
  }

  it('are not among what is kept for a request with a session', async () => {
    const begun = await scrum.test.call('/api/sessions', {
      method: 'POST',
      body: { username: 'ana', password: testPassword },
    });
    const [cookie = ''] = (begun.headers.get('set-cookie') ?? '').split(';');
    const secret = cookie.slice(cookie.indexOf('=') + 1);
    const { test } = scrum;
    const headers = { cookie, 'idempotency-key': 'by-session', 'sec-fetch-site': 'same-origin' };
    const made = await test.call('/api/user_dashboards', { method: 'POST', body: { name: 'mine' }, headers });
    assert.equal(made.status, 200, made.text);
    const kept = await query(test, "select * from idempotency_keys where key = 'by-session'");
    assert.equal(kept.length, 1);
    assert.deepEqual(await listPlacesOf(secret), []);
  });
});

it('a secret in a request leaves no hash behind by which it could be guessed', async () => {
  const body = { username: 'new', email: 'n@example.org', password: testPassword };
  const [made] = await sendTwice('/api/users', { as: 'root', body }, 'user');
  assert.equal(made?.status, 201);
  assert.deepEqual(await query(scrum.test, "select * from idempotency_keys where key = 'user'"), []);
});
