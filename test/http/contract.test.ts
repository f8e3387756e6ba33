// The description of the API: the reviewed copy in contract/ is what the routes give, and the document holds together.
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { HttpServer } from '../../src/platform/http/index.ts';
import { parse } from 'yaml';
import { createHttpServer, openApp } from '../../src/app.ts';
import type { App } from '../../src/app.ts';
import { describeTepal } from '../../src/features/explorer/index.ts';
import { compileDecoder } from '../../src/platform/wire/decode.ts';
import type { OpenApiDocument } from '../../src/platform/openapi/describe-api.ts';
import { finishNow } from '../../src/platform/concurrency/time-slices.ts';
import { writeXml } from '../../src/platform/wire/xml-write.ts';
import { readXml } from '../../src/platform/wire/xml-read.ts';
import { inject } from '../support/http-client.ts';

let dataDir: string;
let app: App;
let server: HttpServer;
let document: OpenApiDocument;

/** Every member of a JSON value by its pointer (RFC 6901, without escapes for what these names lack). */
function* walk(value: unknown, pointer = '#'): Generator<[string, unknown]> {
  yield [pointer, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    yield* walk(member, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      path,
      operation,
    })),
  );

describe('the description of the API', () => {
  before(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'tepal-contract-'));
    mkdirSync(join(dataDir, 'conf'));
    writeFileSync(join(dataDir, 'conf', 'local.inc'), '<?php\n$sys_rest_api_over_http = 1;\n');
    app = await openApp({ dataDir, logLevel: 'silent' });
    server = createHttpServer(app);
    document = finishNow(describeTepal(app.features.routes));
  });
  after(async () => {
    await server.close();
    await app.close();
    rmSync(dataDir, { recursive: true });
  });

  it('is the reviewed one', () => {
    const reviewed: unknown = JSON.parse(readFileSync(new URL('../../contract/openapi.json', import.meta.url), 'utf8'));
    assert.deepEqual(
      JSON.parse(JSON.stringify(document)),
      reviewed,
      'The routes changed: run `npm run contract`, read the difference, and keep it.',
    );
  });

  it('has every route once, with its tag and its parameters', () => {
    const described = operations().map(({ name }) => name);
    const routes = app.features.routes.map((route) => `${route.method} ${route.url.replace(/:(\w+)/g, '{$1}')}`);
    assert.deepEqual(described.toSorted(), routes.toSorted());
    const ids = operations().map(({ operation }) => operation.operationId);
    assert.equal(new Set(ids).size, ids.length, 'operation ids are unique');
    const tags = new Set(document.tags.map((tag) => tag.name));
    for (const { name, path, operation } of operations()) {
      const placed = operation.parameters.filter((parameter) => parameter['in'] === 'path');
      const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      assert.deepEqual(
        placed.map((parameter) => parameter['name']),
        names,
        `path parameters of ${name}`,
      );
      assert.ok(operation.tags.every((tag) => tags.has(tag)));
      assert.ok('default' in operation.responses, `${name} describes its refusals`);
    }
  });

  it('has a target for every reference and every security scheme', () => {
    const pointers = new Map(walk(document));
    for (const [pointer, value] of pointers) {
      if (pointer.endsWith('/$ref')) assert.ok(pointers.has(String(value)), `${pointer} leads to ${String(value)}`);
    }
    const known = Object.keys(document.components.securitySchemes);
    for (const { operation } of operations()) {
      for (const name of operation.security.flatMap((choice) => Object.keys(choice))) assert.ok(known.includes(name));
    }
  });

  it('lets anonymous callers in where the routes do', () => {
    const byName = new Map(operations().map(({ name, operation }) => [name, operation.security]));
    assert.deepEqual(byName.get('POST /tokens'), []);
    assert.deepEqual(byName.get('DELETE /tokens'), [
      { token: [], tokenUser: [] },
      { accessKey: [] },
      { basic: [] },
      { session: [] },
    ]);
    assert.deepEqual(byName.get('GET /projects/{id}')?.[0], {});
  });

  it('requires no query parameter that has a default', () => {
    for (const { name, operation } of operations()) {
      for (const parameter of operation.parameters.filter((one) => one['in'] === 'query')) {
        const schema: unknown = parameter['schema'];
        assert.ok(typeof schema === 'object' && schema !== null);
        assert.ok(parameter['required'] === false || !('default' in schema), `${name} ${String(parameter['name'])}`);
      }
    }
  });

  it('says what groups and ids are, which refusals a route has, and what is there for old clients alone', () => {
    assert.ok(document.tags.every(({ description }) => description.length > 5));
    for (const { name, operation } of operations()) {
      const statuses = Object.keys(operation.responses);
      assert.ok(statuses.includes('406') && statuses.includes('default'), name);
      assert.equal(statuses.includes('401'), operation.security.length > 0, name);
      assert.equal(statuses.includes('404'), name.includes('{'), name);
      assert.equal(statuses.includes('413'), operation.requestBody !== undefined, name);
      assert.equal(operation.deprecated === true, operation.tags.includes('Absent tools'), name);
      for (const parameter of operation.parameters)
        assert.ok(parameter['in'] !== 'path' || parameter['description'] !== undefined, name);
    }
    const alone = [...walk(document)].filter(
      ([pointer, value]) => /\/(?:anyOf|oneOf)$/.test(pointer) && Array.isArray(value) && value.length < 2,
    );
    assert.deepEqual(
      alone.map(([pointer]) => pointer),
      [],
    );
  });

  it('gives every body an example that its route accepts, in JSON and in XML alike', () => {
    const refused: string[] = [];
    for (const route of app.features.routes) {
      if (route.body === undefined) continue;
      const wanted = `${route.method} ${route.url.replace(/:(\w+)/g, '{$1}')}`;
      const found = operations().find(({ name }) => name === wanted)?.operation.requestBody;
      const examples = new Map([...walk(found)].filter(([pointer]) => /application~1\w+\/example$/.test(pointer)));
      const json = examples.get('#/content/application~1json/example');
      // A string would be no value of the schema, as which validators take it.
      assert.deepEqual(examples.get('#/content/application~1xml/example'), json);
      const decode = compileDecoder(route.body);
      try {
        assert.deepEqual(decode(finishNow(readXml(writeXml(json, 'request'))), 'xml'), decode(json, 'json'));
      } catch (error) {
        refused.push(`${wanted}: ${String(error).slice(0, 200)} ${JSON.stringify(json)}`);
      }
    }
    assert.deepEqual(refused, []);
  });

  it('says what every parameter is', () => {
    const silent = operations().flatMap(({ name, operation }) =>
      operation.parameters.flatMap((one) =>
        one['description'] === undefined ? `${name}: ${String(one['name'])}` : [],
      ),
    );
    assert.deepEqual(silent, []);
  });

  it('is served as JSON and as YAML to anybody, with an entity tag', async () => {
    const json = await inject(server, { url: '/api/openapi.json' });
    assert.equal(json.statusCode, 200);
    assert.deepEqual(json.json(), JSON.parse(JSON.stringify(document)));
    const yaml = await inject(server, { url: '/api/v1/openapi.yaml' });
    assert.match(String(yaml.headers['content-type']), /^application\/yaml/);
    assert.deepEqual(parse(yaml.body), json.json());
    const etag = String(json.headers.etag);
    const again = await inject(server, { url: '/api/openapi.json', headers: { 'if-none-match': etag } });
    assert.equal(again.statusCode, 304);
    assert.equal((await inject(server, { method: 'PUT', url: '/api/openapi.json' })).statusCode, 405);
  });

  it('sends /api/explorer to the slash, and serves what the page names', async () => {
    const moved = await inject(server, { url: '/api/explorer' });
    assert.equal(moved.statusCode, 308);
    assert.equal(moved.headers.location, '/api/explorer/');
    const page = await inject(server, { url: '/api/explorer/' });
    assert.equal(page.statusCode, 200);
    const [, nonce = ''] =
      /^default-src 'none'; script-src 'nonce-([\w-]{22})'; style-src 'nonce-\1';/.exec(
        String(page.headers['content-security-policy']),
      ) ?? [];
    assert.equal(page.body.split(`nonce="${nonce}"`).length, 5, 'each script and style carries it');
    assert.doesNotMatch((await inject(server, { url: '/api/explorer/' })).body, new RegExp(nonce));
    const names = [...page.body.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map((match) => match[1]);
    assert.equal(names.length, 4);
    for (const name of names) {
      const asset = await inject(server, { url: `/api/explorer/${name}` });
      assert.equal(asset.statusCode, 200);
      assert.match(String(asset.headers['cache-control']), /immutable/);
      assert.match(String(asset.headers['content-type']), /^text\/(css|javascript); charset=utf-8$/);
    }
    assert.equal((await inject(server, { url: '/api/explorer/assets/other.js' })).statusCode, 404);
  });
});
