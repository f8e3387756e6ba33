// The quick form of `npm run hostile -- --bystanders`: each class of attack once and small, in this process. Others are answered
// while it goes on, no turn of the event loop is held for long, and every answer is one that the class is right to get.
// Process: its own, because it measures its turns
// Tier: all, because it plays many attacks one after another.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import type { TestContext } from 'node:test';
import { testEngine } from '../../src/platform/database/test-place.testing.ts';
import { openGround } from '../hostile/bystanders/attack.ts';
import type { AttackClass, Site } from '../hostile/bystanders/attack.ts';
import { keepOutcomes, readKept, writeTable } from '../hostile/bystanders/table.ts';
import { classes } from '../hostile/bystanders/index.ts';
import { oddStatuses } from '../hostile/bystanders/measure.ts';
import { attackedSettings, furnishArena } from '../hostile/bystanders/prepared-site.ts';
import { skipGit } from '../support/git-client.ts';
import { giveTestPassword, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { sampleFolder } from '../support/scenario.ts';

const scale = 0.02;
/** Of a body so much is left that it must be read in several turns. */
const bodyScale = 0.1;
const isBody = /^(?:json|xml|form)-/;
/** Many times what one turn may take, in time of the processor: code is compiled here, and compiled code thrown away. */
const turnMaxMs = 150;
/** No longer than most of them take together. */
const attackMaxMs = 20_000;

/** Of PostgreSQL those that reach the database with what it has to work on. */
const ofDatabase = /^(?:query|search|lists|crosstracker|batches|events|long-polls|if-match|idempotency|ranking|wide)/;

let test: TestApp;
let site: Site;

before(async () => {
  test = await startApp({ archives: [sampleFolder('scrum')], settings: attackedSettings(0) });
  const facts = await furnishArena(test.app, { cards: 60, crowd: 12 }, (username) =>
    giveTestPassword(test.app, username, Date.now()),
  );
  site = { ...facts, port: Number(new URL(test.base).port), mailPort: 0 };
});
after(() => test.close());

/** Longest turn of the event loop while the work goes on, in time of the processor. */
async function longestTurnMs(work: () => Promise<unknown>): Promise<number> {
  let isOver = false;
  let longestMs = 0;
  let beforeTurn = process.threadCpuUsage();
  const look = (): void => {
    const { user, system } = process.threadCpuUsage(beforeTurn);
    longestMs = Math.max(longestMs, (user + system) / 1000);
    beforeTurn = process.threadCpuUsage();
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  try {
    await work();
  } finally {
    isOver = true;
  }
  return longestMs;
}

async function readBeside(): Promise<number[]> {
  const statuses: number[] = [];
  for (const path of ['/api/version', `/api/artifacts/${site.bystandersArtifact}`, '/api/version'])
    statuses.push((await test.call(path, { as: 'bruno' })).status);
  return statuses;
}

/** What is wrong, but for long turns, and the longest turn. */
async function play(
  { name, set, refusals = [] }: AttackClass,
  context: TestContext,
): Promise<{ findings: string[]; turnMs: number }> {
  const over = new AbortController();
  const ground = openGround(site, { signal: over.signal, rounds: 1, scale: isBody.test(name) ? bodyScale : scale });
  const timer = setTimeout(() => over.abort(), attackMaxMs);
  try {
    let beside: number[] = [];
    // What is prepared for it, such as a pack of many megabytes, is work of this test.
    const attack = await set(ground);
    const turnMs = await longestTurnMs(async () => {
      [beside] = await Promise.all([readBeside(), attack()]);
    });
    context.diagnostic(`longest turn ${turnMs.toFixed(0)} ms of the processor`);
    const odd = oddStatuses([...ground.tally.statuses], refusals);
    const findings = [
      ...ground.tally.faults,
      ...odd.map(([status, count]) => `${count} × ${status}`),
      ...(beside.every((status) => status === 200) ? [] : [`others were answered ${beside.join()}`]),
      ...(over.signal.aborted ? ['it did not end'] : []),
    ];
    return { findings, turnMs };
  } finally {
    clearTimeout(timer);
    over.abort();
  }
}

describe('others are answered while somebody attacks', () => {
  const chosen = classes.filter(
    ({ name, needs }) =>
      !name.startsWith('mail-') &&
      (needs !== 'git' || skipGit === false) &&
      (testEngine === 'sqlite' || ofDatabase.test(name)),
  );
  for (const attackClass of chosen)
    it(`${attackClass.name}: ${attackClass.imitates}`, async (context) => {
      let { findings, turnMs } = await play(attackClass, context);
      assert.deepEqual(findings, []);
      // A turn that compiled code or cleared up after the class before is not this one's: what it does itself it does again.
      if (turnMs > turnMaxMs) ({ findings, turnMs } = await play(attackClass, context));
      assert.deepEqual(findings, []);
      assert.ok(turnMs <= turnMaxMs, `a turn took ${turnMs.toFixed(0)} ms of the processor`);
    });
});

it('the kept outcomes have each class, and no other', () => {
  const text = readFileSync(join(import.meta.dirname, '../../bench/history/bystanders.json'), 'utf8');
  const names = new Set(classes.map(({ name }) => name));
  assert.equal(names.size, classes.length, 'two classes have one name');
  assert.ok(names.size >= 60);
  for (const engine of ['SQLite', 'PostgreSQL'])
    assert.deepEqual(new Set(readKept(text, engine).map(({ name }) => name)), names, engine);
  const [first] = readKept(text, 'SQLite');
  assert.ok(first);
  const again = keepOutcomes(text, 'SQLite', ['a machine'], [{ ...first, readMs: 4321 }]);
  assert.equal(again.split('\n').length, text.split('\n').length);
  assert.match(writeTable(readKept(again, 'SQLite'))[2] ?? '', /\b4321\b/);
});
