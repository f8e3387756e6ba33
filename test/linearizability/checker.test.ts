// The checker on histories that are right or wrong by construction.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { checkHistory } from './checker.ts';
import { createRecorder } from './history.ts';
import { createArtifactModel } from './model.ts';
import type { ArtifactAnswer, ArtifactCall, ArtifactOperation, Precondition } from './model.ts';
import { createRandom } from './run.ts';
import { readTrail } from './trail.ts';

/** `[call, answer, from, to]`; without an answer the operation never returns. */
type Line = readonly [ArtifactCall, ArtifactAnswer | undefined, from: number, to?: number];

const create = (title: string): ArtifactCall => ({ kind: 'create', values: { title, berth: '' } });
const put = (values: Record<string, string>, only?: Precondition): ArtifactCall => ({
  kind: 'update',
  values,
  comment: '',
  ...(only === undefined ? {} : { only }),
});
const say = (comment: string): ArtifactCall => ({ kind: 'update', values: {}, comment });
const read: ArtifactCall = { kind: 'read' };
const readHistory: ArtifactCall = { kind: 'read history' };
const ifTag = (tag: string): Precondition => ({ kind: 'tag', tag });
const ifDate = (tag: string, isExact: boolean): Precondition => ({ kind: 'date', tag, isExact });

const created = (tag: string): ArtifactAnswer => ({ kind: 'created', tag });
const shown = (tag: string, title: string, berth = ''): ArtifactAnswer => ({
  kind: 'shown',
  tag,
  values: { title, berth },
});
const refused = (tag: string): ArtifactAnswer => ({ kind: 'refused', tag });
const told = (size: number, title: string, comment = ''): ArtifactAnswer => ({
  kind: 'history',
  size,
  values: { title, berth: '' },
  comment,
});
const unchanged: ArtifactAnswer = { kind: 'unchanged' };
const absent: ArtifactAnswer = { kind: 'absent' };

const record = (lines: readonly Line[]): ArtifactOperation[] =>
  lines.map(([call, answer, calledAt, returnedAt = Infinity], client) => ({
    call,
    answer,
    calledAt,
    returnedAt,
    client,
  }));

const verdictOf = (lines: readonly Line[]): string => {
  const operations = record(lines);
  return checkHistory(createArtifactModel(operations), operations).kind;
};

/** Made as `A` with the tag `a`. */
const made: Line = [create('A'), created('a'), 1, 2];

const right: Record<string, readonly Line[]> = {
  'nothing at all': [],
  'one after the other': [made, [put({ title: 'B' }), shown('b', 'B'), 3, 4], [read, shown('b', 'B'), 5, 6]],
  'a read beside a change sees it or not': [
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 8],
    [read, shown('b', 'B'), 4, 5],
    [read, shown('b', 'B'), 6, 7],
  ],
  'changes of two fields at once': [
    made,
    [put({ title: 'B' }), shown('b', 'B', 'x'), 3, 6],
    [put({ berth: 'x' }), shown('x', 'A', 'x'), 4, 5],
  ],
  'one of two guarded changes': [
    made,
    [put({ title: 'B' }, ifTag('a')), shown('b', 'B'), 3, 6],
    [put({ title: 'C' }, ifTag('a')), refused('b'), 4, 5],
  ],
  'a date that may refuse although nothing changed': [
    made,
    [put({ title: 'B' }, ifDate('a', false)), refused('a'), 3, 4],
    [put({ title: 'C' }, ifDate('a', true)), shown('c', 'C'), 5, 6],
  ],
  'a comment makes a version': [
    made,
    [say('hello'), shown('b', 'A'), 3, 4],
    [read, shown('b', 'A'), 5, 6],
    [readHistory, told(2, 'A', 'hello'), 5, 7],
  ],
  '304 while nothing changed': [made, [{ ...read, unless: 'a' }, unchanged, 3, 4]],
  '404 before the creation is acknowledged': [
    [read, absent, 1, 2],
    [create('A'), created('a'), 1, 4],
  ],
  'a lost change that took effect late': [
    made,
    [put({ title: 'B' }), undefined, 3],
    [read, shown('a', 'A'), 4, 5],
    [read, shown('b', 'B'), 6, 7],
    [put({ title: 'C' }, ifTag('b')), shown('c', 'C'), 8, 9],
  ],
  'a lost change that never took effect': [
    made,
    [put({ title: 'B' }), undefined, 3],
    [put({ title: 'C' }, ifTag('a')), shown('c', 'C'), 4, 5],
    [readHistory, told(2, 'C'), 6, 7],
  ],
  'a lost creation': [
    [create('A'), undefined, 1],
    [read, shown('a', 'A'), 2, 3],
  ],
  'the tag of a lost change in a refusal': [
    made,
    [put({ title: 'B' }), undefined, 3],
    [put({ title: 'C' }, ifTag('a')), refused('b'), 4, 5],
    [read, shown('b', 'B'), 6, 7],
  ],
};

const wrong: Record<string, readonly Line[]> = {
  'a stale read': [made, [put({ title: 'B' }), shown('b', 'B'), 3, 4], [read, shown('a', 'A'), 5, 6]],
  'a read that goes back': [
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 8],
    [read, shown('b', 'B'), 4, 5],
    [read, shown('a', 'A'), 6, 7],
  ],
  'a lost update': [
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 4],
    [put({ berth: 'x' }), shown('x', 'A', 'x'), 5, 6],
  ],
  'a lost update among concurrent ones': [
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 6],
    [put({ berth: 'x' }), shown('x', 'A', 'x'), 4, 5],
    [read, shown('x', 'A', 'x'), 7, 8],
  ],
  'two guarded changes of one version': [
    made,
    [put({ title: 'B' }, ifTag('a')), shown('b', 'B'), 3, 6],
    [put({ title: 'C' }, ifTag('a')), shown('c', 'C'), 4, 5],
  ],
  'two changes with one date': [
    made,
    [put({ title: 'B' }, ifDate('a', false)), shown('b', 'B'), 3, 6],
    [put({ title: 'C' }, ifDate('a', false)), shown('c', 'C'), 4, 5],
  ],
  'a refusal of the current version': [made, [put({ title: 'B' }, ifTag('a')), refused('a'), 3, 4]],
  'a refusal of the current version by its exact date': [
    made,
    [put({ title: 'B' }, ifDate('a', true)), refused('a'), 3, 4],
  ],
  'a refused change that left a trace': [
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 4],
    [put({ title: 'C' }, ifTag('a')), refused('b'), 5, 6],
    [read, shown('c', 'C'), 7, 8],
  ],
  'a refusal that tells an old tag': [
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 4],
    [put({ title: 'C' }, ifTag('z')), refused('a'), 5, 6],
  ],
  'a value nobody wrote': [made, [read, shown('b', 'B'), 3, 4]],
  'a tag nobody made': [made, [read, shown('b', 'A'), 3, 4]],
  'one tag for two versions': [
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 4],
    [put({ title: 'C' }), shown('b', 'C'), 5, 6],
  ],
  'changes in another order than that of time': [
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 4],
    [put({ title: 'C' }), shown('c', 'C'), 5, 6],
    [read, shown('b', 'B'), 7, 8],
  ],
  'a change that is seen before it was asked for': [
    made,
    [read, shown('b', 'B'), 3, 4],
    [put({ title: 'B' }), shown('b', 'B'), 5, 6],
  ],
  '304 after a change': [
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 4],
    [{ ...read, unless: 'a' }, unchanged, 5, 6],
  ],
  '404 after the creation': [made, [read, absent, 3, 4]],
  'an entry too many in the history': [
    made,
    [say('hello'), shown('b', 'A'), 3, 4],
    [readHistory, told(3, 'A', 'hello'), 5, 6],
  ],
  'an entry too few in the history': [made, [say('hello'), shown('b', 'A'), 3, 4], [readHistory, told(1, 'A'), 5, 6]],
  'a lost change that comes and goes': [
    made,
    [put({ title: 'B' }), undefined, 3],
    [read, shown('b', 'B'), 4, 5],
    [read, shown('a', 'A'), 6, 7],
  ],
  'a lost change that passed its precondition too late': [
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 4],
    [put({ title: 'C' }, ifTag('a')), undefined, 5],
    [read, shown('c', 'C'), 6, 7],
  ],
  'a lost comment under an old tag': [
    made,
    [say('hello'), undefined, 3],
    [readHistory, told(2, 'A', 'hello'), 4, 5],
    [read, shown('a', 'A'), 6, 7],
  ],
};

describe('the checker accepts', () => {
  for (const [name, lines] of Object.entries(right)) it(name, () => assert.equal(verdictOf(lines), 'linearizable'));
});

describe('the checker refuses', () => {
  for (const [name, lines] of Object.entries(wrong)) it(name, () => assert.equal(verdictOf(lines), 'impossible'));
});

it('tells how far it came and what was in the way', () => {
  const operations = record([made, [put({ title: 'B' }), shown('b', 'B'), 3, 4], [read, shown('a', 'A'), 5, 6]]);
  const verdict = checkHistory(createArtifactModel(operations), operations);
  assert.ok(verdict.kind === 'impossible');
  assert.deepEqual(verdict.placed, operations.slice(0, 2));
  assert.deepEqual(verdict.blocked, operations.slice(2));
  assert.equal(verdict.state.values['title'], 'B');
});

it('gives up where it may not take enough steps', () => {
  const lines = Array.from({ length: 12 }, (_, n): Line => [say(`${n}`), shown(`t${n}`, 'A'), 3, 4]);
  const operations = record([made, ...lines, [read, shown('z', 'A'), 5, 6]]);
  assert.equal(checkHistory(createArtifactModel(operations), operations, 100).kind, 'undecided');
});

/** Clients of a register that takes effect at one random moment of each call, recorded as they would. */
function simulate(random: (below: number) => number, clients: number, steps: number): ArtifactOperation[] {
  const recorder = createRecorder<ArtifactCall, ArtifactAnswer>();
  let title = 'A';
  let version = 1;
  const tags = ['1'];
  const first = recorder.begin(0, create('A'));
  first.answered(1, created('1'));
  type Under = { pending: ReturnType<typeof recorder.begin>; answer?: ArtifactAnswer };
  const under: (Under | undefined)[] = Array.from({ length: clients }, () => undefined);
  for (let step = 0; step < steps; step += 1) {
    const client = random(clients);
    const running = under[client];
    if (running === undefined) {
      const only = random(2) === 0 ? ifTag(tags.at(-1 - random(2)) ?? '') : undefined;
      under[client] = { pending: recorder.begin(client, random(2) === 0 ? read : put({ title: `t${step}` }, only)) };
    } else if (running.answer === undefined) {
      const { call } = running.pending;
      if (call.kind === 'update' && (call.only === undefined || call.only.tag === String(version))) {
        title = call.values['title'] ?? title;
        version += 1;
        running.answer = shown(String(version), title);
      } else running.answer = call.kind === 'read' ? shown(String(version), title) : refused(String(version));
    } else {
      under[client] = undefined;
      if (random(20) === 0) running.pending.lost(1);
      else {
        running.pending.answered(1, running.answer);
        if ('tag' in running.answer) tags.push(running.answer.tag);
      }
    }
  }
  for (const running of under) running?.pending.lost(1);
  return [...(recorder.operations.get(1) ?? [])];
}

it('accepts what a correct register does under any interleaving, and refuses it with one read of another time', () => {
  let refusals = 0;
  for (let seed = 1; seed <= 40; seed += 1) {
    const operations = simulate(createRandom(seed), 6, 900);
    const check = (history: readonly ArtifactOperation[]) => checkHistory(createArtifactModel(history), history).kind;
    assert.equal(check(operations), 'linearizable', `seed ${seed}`);
    const reads = operations.filter(({ call, answer }) => call.kind === 'read' && answer !== undefined);
    const [early, late] = [reads[3], reads.at(-3)];
    assert.ok(early !== undefined && late !== undefined);
    const swapped = operations.map((one) => (one === late ? { ...one, answer: early.answer } : one));
    if (check(swapped) === 'impossible') refusals += 1;
  }
  assert.equal(refusals, 40);
});

describe('the final history', () => {
  const operations = record([
    made,
    [put({ title: 'B' }), shown('b', 'B'), 3, 4],
    [say('hello'), shown('c', 'B'), 5, 6],
    [put({ title: 'C' }, ifTag('a')), refused('c'), 7, 8],
    [put({ berth: 'x' }), undefined, 7],
  ]);
  const entry = (title: string, comment = '', berth = '') => ({ values: { title, berth }, comment });
  const trail = [entry('A'), entry('B'), entry('B', 'hello')];
  const cases: [name: string, trail: typeof trail, fault: RegExp | undefined][] = [
    ['holds what was acknowledged', trail, undefined],
    ['may hold what was lost', [...trail, entry('B', '', 'x')], undefined],
    ['holds nothing twice', [...trail, entry('B', 'hello')], /entry 4 was written by nobody, or twice/],
    ['holds nothing that was refused', [...trail, entry('C')], /entry 4 was written by nobody, or twice/],
    ['misses nothing', trail.slice(0, 2), /acknowledged, but not there: .*hello/],
    ['keeps the order of time', [entry('A'), entry('A', 'hello'), entry('B')], /stands before one that had returned/],
  ];
  for (const [name, told_, fault] of cases) {
    it(name, () => {
      const { faults, effective } = readTrail(operations, told_);
      if (fault === undefined) assert.deepEqual(faults, []);
      else assert.match(faults.join('\n'), fault);
      assert.deepEqual([...effective], told_ === cases[1]?.[1] ? operations.slice(4) : []);
    });
  }
});
