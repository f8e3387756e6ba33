// The tiers of tests: the cases that the first one takes of a file, what is told of a run, and which tests a change can touch.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { describe, it } from 'node:test';
import { listOf, objectOf } from '../hostile/operations.ts';
import { callScript } from './call-script.ts';

const root = join(import.meta.dirname, '../..');
const script = (name: string): string => new URL(`../../scripts/${name}`, import.meta.url).href;

const failing = (name: string): string => `it('${name}', () => { throw new Error('${name} failed'); });`;
/** By name, what stands in a file of tests. */
const sources = {
  'whole.test.ts': `it('passes', () => {}); it('needs more', { skip: 'no such thing here' }, () => {});`,
  'part.test.ts': `describe('a thing', () => { it('is chosen', () => {}); ${failing('is left out')} });`,
  'wrong.test.ts': `describe('a thing', () => { ${failing('is wrong')} it('is left out too', () => {}); });`,
};

/** Runs the files as a tier does, with the cases that begin so alone: what is written, and the files that failed. */
function runTier(cases: Readonly<Record<string, readonly string[]>>): { said: string; failed: string[] } {
  const folder = mkdtempSync(join(tmpdir(), 'tepal-tiers-'));
  const nameOf = (name: string): string => relative(root, join(folder, name));
  for (const [name, text] of Object.entries(sources))
    writeFileSync(join(folder, name), `import { describe, it } from 'node:test';\n${text}\n`);
  const files = Object.keys(sources);
  const chosen = Object.fromEntries(Object.entries(cases).map(([name, beginnings]) => [nameOf(name), beginnings]));
  const passes = [{ engine: 'sqlite', files: files.map(nameOf), cases: chosen }];
  const program = join(folder, 'program.mjs');
  writeFileSync(
    program,
    `import { runPasses } from '${script('test-process.mjs')}';\nawait runPasses(${JSON.stringify(passes)});\n`,
  );
  const plan = join(folder, 'plan.json');
  writeFileSync(plan, JSON.stringify({ total: files.length, titles: {} }));
  const failures = join(folder, 'failures');
  const options = [
    `--test-reporter=${script('testing/progress.mjs')}`,
    '--test-reporter-destination=stdout',
    `--test-reporter=${script('testing/failures.mjs')}`,
    `--test-reporter-destination=${failures}`,
  ];
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const { stdout } = spawnSync(process.execPath, ['--test', ...options, program], {
    cwd: root,
    env: { ...env, TEST_PLAN: plan },
    encoding: 'utf8',
  });
  const failed = readFileSync(failures, 'utf8').split('\n').filter(Boolean);
  rmSync(folder, { recursive: true });
  return { said: stdout, failed: [...new Set(failed.map((file) => file.replace(/^.*\//, '')))] };
}

describe('a run of a tier', () => {
  it('has the chosen cases alone, tells each file as it ends, and names those that failed', () => {
    const { said, failed } = runTier({ 'part.test.ts': ['is ch'], 'wrong.test.ts': ['is wr'] });
    for (const line of [
      /^\[1\/3\] \d+:\d\d \S+whole\.test\.ts on SQLite, \d+\.\d s$/m,
      /^\[2\/3\] \d+:\d\d \S+part\.test\.ts on SQLite, \d+\.\d s$/m,
      /^\[3\/3\] \d+:\d\d \S+wrong\.test\.ts on SQLite, \d+\.\d s, FAILED$/m,
      /is wrong failed/,
      /^ℹ skipped 1$/m,
      /^Skipped:\n {2}1: no such thing here$/m,
    ])
      assert.match(said, line);
    assert.doesNotMatch(said, /is left out/);
    assert.deepEqual(failed, ['wrong.test.ts']);
  });

  it('has all cases of files that name none', () => {
    const { said, failed } = runTier({});
    assert.match(said, /is left out failed/);
    assert.deepEqual(failed, ['part.test.ts', 'wrong.test.ts']);
  });
});

describe('the first tier', () => {
  it('finds each case that a file names', async () => {
    const files = listOf(await callScript('test-runs.mjs', 'findTests'));
    const { cases } = objectOf(await callScript('test-runs.mjs', 'takeFirstCases', { engine: 'sqlite', files }));
    const journeys = Object.keys(objectOf(cases));
    assert.ok(journeys.length > 20, 'one file for each area of the pages');
    for (const file of journeys) assert.equal(await callScript('test-runs.mjs', 'isOfFirstTier', file), true, file);
  });
});

describe('a change', () => {
  const touched = async (path: string): Promise<Set<unknown>> =>
    new Set(listOf(objectOf(await callScript('testing/changes.mjs', 'selectTests', [path]))['files']));

  const rows = [
    {
      of: 'src/platform/http/formats/downloads.ts',
      has: ['src/platform/http/formats/downloads.test.ts', 'test/http/transport.test.ts'],
      hasNot: ['src/platform/http/formats/content-coding.test.ts', 'test/web/every-page.browser.test.ts'],
    },
    {
      of: 'src/features/banner/banner.store.ts',
      has: ['src/features/banner/banner.test.ts', 'test/house-rules.test.ts'],
      hasNot: ['src/features/logo/logo.test.ts', 'test/trackers/fields.test.ts', 'test/web/kanban.browser.test.ts'],
    },
    {
      of: 'web/features/kanban/kanban.page.tsx',
      has: ['test/web/kanban.browser.test.ts', 'test/web/kanban-week.browser.test.ts'],
      hasNot: ['test/web/code.browser.test.ts', 'src/features/banner/banner.test.ts'],
    },
    {
      of: 'docs/overload.md',
      has: ['test/docs.test.ts'],
      hasNot: ['test/trackers/fields.test.ts', 'test/security/limits-table.test.ts'],
    },
    {
      of: 'contract/limits.tsv',
      has: ['test/security/limits-table.test.ts'],
      hasNot: ['test/trackers/fields.test.ts'],
    },
    {
      of: 'test/web/journey.ts',
      has: ['test/web/search.browser.test.ts', 'test/web/administration/first-start.browser.test.ts'],
      hasNot: ['test/trackers/fields.test.ts'],
    },
  ];
  for (const { of, has, hasNot } of rows) {
    it(`of ${of} touches what imports it or asks for it, and no more`, async () => {
      const files = await touched(of);
      assert.deepEqual(
        has.filter((file) => !files.has(file)),
        [],
      );
      assert.deepEqual(
        hasNot.filter((file) => files.has(file)),
        [],
      );
    });
  }
});
