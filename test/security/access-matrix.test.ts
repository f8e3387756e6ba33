// Engine: both
// Every route, every kind of reader, every kind of project, every access mode of the platform: the statuses are the
// reviewed ones, and where a project is closed they are those of the table that docs/permissions.md shows, whatever was
// reviewed. On PostgreSQL each kind of project is asked for in one of the modes, which the database knows nothing of.
// Process: its own, because it takes long
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { testEngine } from '../../src/platform/database/test-place.testing.ts';
import { kinds, listStrays, modes, openMatrixWorld, readMatrix, readers, writeMatrix } from './access-matrix.ts';
import type { Cell, IsAsked, Kind, MatrixWorld, Mode, Reader } from './access-matrix.ts';

/** Of programs, and of tools that Tepal does not have, as the origin's: they do not tell that a project is there. */
const hiddenTools = /^[A-Z]+ \/projects\/:id\/(?:baselines|baselines_comparisons|program_\w+|testmanagement_\w+)$/;

const isAsked: IsAsked = (mode, kind) =>
  testEngine === 'sqlite' || modes.indexOf(mode) === kinds.indexOf(kind) % modes.length;

let world: MatrixWorld;
let cells: Cell[];
before(async () => {
  world = await openMatrixWorld();
  cells = await world.collect(isAsked);
});
after(() => world.close());

it('every route has a sample request', () => {
  const { missing, unknown } = listStrays(world.test.app);
  const help =
    'add one line for it to test/security/access-requests.ts, run `npm run contract`, and review contract/access-matrix.tsv';
  assert.deepEqual(missing, [], `${missing.join(', ')}: ${help}`);
  assert.deepEqual(
    unknown,
    [],
    `${unknown.join(', ')}: no such route; take its line out of test/security/access-requests.ts`,
  );
});

it('the statuses are the reviewed ones', () => {
  const reviewed = readFileSync(new URL('../../contract/access-matrix.tsv', import.meta.url), 'utf8');
  const [was, is] = [readMatrix(reviewed), readMatrix(writeMatrix(cells))];
  const gone = testEngine === 'sqlite' ? [...was].filter((line) => !is.has(line)) : [];
  const come = [...is].filter((line) => !was.has(line));
  const help =
    'Access changed: run `npm run contract`, read the difference of contract/access-matrix.tsv, and keep it.';
  assert.deepEqual({ gone, come }, { gone: [], come: [] }, help);
});

/** The status of a project by its access and status, row by row; 200 where it is open. */
function statusOf(reader: Reader, mode: Mode, kind: Kind, isReading: boolean): number {
  if (reader === 'anonymous' && mode !== 'anonymous') return 401;
  if (reader === 'site-admin' || (reader === 'read-only' && isReading)) return 200;
  if (kind === 'suspended' || kind === 'deleted') return 403;
  if (reader === 'member' || reader === 'tracker-admin' || reader === 'project-admin') return 200;
  if (reader === 'restricted' && mode === 'restricted') return 403;
  return kind === 'public' || kind === 'unrestricted' ? 200 : 403;
}

describe('whatever was reviewed', () => {
  const bound = (): (Cell & { kind: Kind })[] =>
    cells.flatMap((cell) => (cell.isBound && cell.kind !== undefined ? [{ ...cell, kind: cell.kind }] : []));

  /** What a route answers where the project is refused with a status. */
  function refusals(route: string, status: number): number[] {
    // It says what nobody may, as the origin does.
    if (route === 'GET /projects/:id/mediawiki_standalone_permissions') return [status === 401 ? 401 : 200];
    if (status === 401) return [401];
    if (hiddenTools.test(route)) return route.startsWith('GET ') ? [404] : [403, 404];
    if (/^GET \/(projects|trackers)\/:id/.test(route)) return [status];
    if (route.startsWith('GET /artifacts/:id')) return [403];
    if (route.startsWith('GET /user_groups/:id')) return [404];
    return [403, 404];
  }

  it('a closed project is closed on every route, with the status of the table', () => {
    let count = 0;
    for (const { route, method, mode, kind, statuses } of bound()) {
      const isSignedIn = world.test.app.features.routes.some(
        (one) => `${one.method} ${one.url}` === route && one.access === 'signed-in',
      );
      for (const reader of readers) {
        const table = statusOf(reader, mode, kind, method === 'GET');
        const wanted = reader === 'anonymous' && isSignedIn ? 401 : table;
        if (wanted === 200) continue;
        count += 1;
        const place = `${reader}, ${mode}, ${kind}: ${route} is ${statuses[reader]}`;
        assert.ok(
          refusals(route, wanted).includes(statuses[reader]),
          `${place}, not ${refusals(route, wanted).join(' or ')}`,
        );
      }
    }
    assert.ok(count > 500);
  });

  it('what a read-only administrator reads is forbidden to change, not missing', () => {
    const read = new Map(
      bound().map(({ route, mode, kind, statuses }) => [`${route} ${mode} ${kind}`, statuses['read-only']]),
    );
    let count = 0;
    for (const { route, method, mode, kind, statuses } of bound()) {
      // Whoever may not see a row of a board gets 404 there, as the origin has it.
      if (method === 'GET' || statuses['site-admin'] === 404) continue;
      const parts = route.split(' ')[1]?.split('/') ?? [];
      const isRead = parts
        .map((_, index) => parts.slice(0, parts.length - index).join('/'))
        .some((url) => url.includes(':') && read.get(`GET ${url} ${mode} ${kind}`) === 200);
      if (!isRead) continue;
      count += 1;
      assert.notEqual(statuses['read-only'], 404, `${mode}, ${kind}: ${route}`);
    }
    assert.ok(count > 100, String(count));
  });

  it('an open project is open: to whom it is, GET /projects/:id and what is everybody’s in it are 200', () => {
    const routes = [
      'GET /projects/:id',
      'GET /projects/:id/trackers',
      'GET /trackers/:id',
      'GET /trackers/:id/artifacts',
    ];
    for (const { route, mode, kind, statuses } of bound().filter((cell) => routes.includes(cell.route)))
      for (const reader of readers.filter((one) => statusOf(one, mode, kind, true) === 200))
        assert.equal(statuses[reader], 200, `${reader}, ${mode}, ${kind}: ${route}`);
  });

  it('nobody changes a suspended or deleted project, but for reopening it', () => {
    const exceptions = [
      'PUT /artifacts/:id/presence',
      'DELETE /artifacts/:id/presence',
      'PATCH /projects/:id',
      'POST /projects/:id/extract_references',
      'POST /projects/:id/markup_preview',
      'POST /users/:id/history',
    ];
    for (const { route, method, kind, statuses } of bound()) {
      if (method === 'GET' || (kind !== 'suspended' && kind !== 'deleted') || exceptions.includes(route)) continue;
      for (const reader of readers) assert.ok([401, 403, 404].includes(statuses[reader]), `${reader}: ${route}`);
    }
  });

  it('no request makes the server fail', () => {
    for (const { route, mode, kind, statuses } of cells)
      for (const reader of readers) assert.ok(statuses[reader] < 500, `${reader}, ${mode}, ${kind}: ${route}`);
  });
});
