// Engine: both
// What an entity tag may tell (ADR 16): that something changed, but not how often, nor anything about other projects.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createHttpServer, openApp } from '../../src/app.ts';
import { describeSettings } from '../../src/settings/index.ts';
import { headerOf, issueToken } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { openScrum } from '../support/scenario.ts';
import { inject } from '../support/http-client.ts';

let test: TestApp;
let other: TestApp;
before(async () => {
  [{ test }, { test: other }] = await Promise.all([openScrum(), openScrum()]);
});
after(() => Promise.all([test.close(), other.close()]));

const readVersionPart = async (app: TestApp, id: number): Promise<string> =>
  headerOf(await app.call(`/api/artifacts/${id}`, { as: 'ana' }), 'etag').split(/[".]/)[1] ?? '';

describe('the version in an entity tag', () => {
  it('can not be found by trying numbers', async () => {
    const shown = await readVersionPart(test, 1);
    const plain = (version: number, changeset: number): string =>
      hash('sha1', `1.${version}.${changeset}`, 'base64url').slice(0, 12);
    for (let version = 0; version < 20; version += 1) {
      for (let changeset = 0; changeset < 500; changeset += 1) assert.notEqual(plain(version, changeset), shown);
    }
  });

  it('differs between installs with the same content', async () => {
    assert.notEqual(await readVersionPart(test, 1), await readVersionPart(other, 1));
  });

  it('guards a change in another process on the same database, and survives a restart', async () => {
    const shown = await test.call('/api/artifacts/2', { as: 'ana' });
    const copy = mkdtempSync(join(tmpdir(), 'tepal-tags-'));
    cpSync(test.app.dataDir, copy, { recursive: true });
    for (const dataDir of [test.app.dataDir, copy]) {
      const second = await openApp({ dataDir, logLevel: 'silent' });
      const server = createHttpServer(second);
      try {
        const headers = { ...(await issueToken(second, 'ana')), 'content-type': 'application/json' };
        const put = (tag: string) =>
          inject(server, {
            method: 'PUT',
            url: '/api/artifacts/2',
            headers: { ...headers, 'if-match': tag },
            body: '{"values":[]}',
          });
        assert.equal((await put(headerOf(shown, 'etag'))).statusCode, 200);
        assert.equal((await put('"AAAAAAAAAAAA.AAAAAAAAAAAA"')).statusCode, 412);
      } finally {
        await server.close();
        await second.close();
      }
    }
    rmSync(copy, { recursive: true });
  });

  it('rests on a secret that no list of settings shows', async () => {
    const rows = await test.app.features.site.listLiveSettings();
    const key = rows.find(({ name }) => name === 'entity_tag_key')?.value ?? '';
    assert.match(key, /^[\w-]{43}$/);
    assert.ok(!JSON.stringify(describeSettings(test.app.settings, rows)).includes(key));
  });
});
