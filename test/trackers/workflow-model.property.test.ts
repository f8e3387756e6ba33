// Random workflows and rules: a change is allowed exactly when a model says so that looks at labels one by one, and leads to
// what the model says. WORKFLOW_SEED repeats a failure, TEST_DEPTH=10 tries ten times as many.
// Engine: SQLite alone, because what is asked keeps nothing in a database.
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { judgeChange } from '../../src/features/artifacts/workflow/field-rules.ts';
import type { Viewer } from '../../src/features/projects/index.ts';
import type { Definition, PostAction, Transition } from '../../src/features/trackers/index.ts';
import { DomainError } from '../../src/platform/errors.ts';
import { triesOf } from '../support/depth.ts';
import { issueToken, startApp } from '../support/harness.ts';
import type { TestApp } from '../support/harness.ts';
import { buildProject, everybody, nobody, registered } from '../support/worlds.ts';
import type { FieldPlan, World } from '../support/worlds.ts';

const runs = triesOf(3000);
const seed = Number(process.env['WORKFLOW_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
const nowMs = Date.UTC(2026, 5, 15, 12);
const today = '2026-06-15';

const states = ['a', 'b', 'c'] as const;
const kinds = ['k', 'l'] as const;
const teams = ['t', 'u'] as const;
const days = ['2026-06-14', today, '2026-06-16'] as const;
type State = (typeof states)[number];
type Kind = (typeof kinds)[number];
type Team = (typeof teams)[number];

/** What an artifact holds; '' and [] are nothing. */
interface Values {
  state: State | '';
  kind: Kind[];
  team: Team[];
  title: string;
  start: string;
  due: string;
  points: number | '';
}
const empty: Values = { state: '', kind: [], team: [], title: '', start: '', due: '', points: '' };

/** What the transition into a state asks for and does. */
interface Terms {
  isMine: boolean;
  filled: ('title' | 'due')[];
  isCommentRequired: boolean;
  due: 'now' | 'clear' | undefined;
  points: number | undefined;
  frozen: ('title' | 'points' | 'kind')[];
}

interface Move {
  from: State | '';
  to: State;
  terms: Terms;
}

interface Case {
  isUsed: boolean;
  isAdvanced: boolean;
  moves: Move[];
  pairs: [Kind | '', Team | ''][];
  comparators: ('<' | '≤' | '=' | '≥' | '>' | '≠')[];
  isTitleRequired: boolean;
  old: Values | undefined;
  change: Partial<Values>;
  comment: string;
}

// The model.

const keysOf: readonly (keyof Values)[] = ['state', 'kind', 'team', 'title', 'start', 'due', 'points'];
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** What the artifact holds afterwards; undefined where the change is refused. */
function predict(world: Case): Values | undefined {
  const old = world.old ?? empty;
  const wanted = { ...old, ...world.change };
  const locks = world.isUsed && !world.isAdvanced && old.state !== '';
  const frozen = locks ? world.moves.filter((move) => move.to === old.state).flatMap((move) => move.terms.frozen) : [];
  if (frozen.some((key) => !isSame(old[key], wanted[key]))) return undefined;
  const isMoving = world.isUsed && old.state !== wanted.state;
  const move = isMoving
    ? world.moves.find(({ from, to, terms }) => from === old.state && to === wanted.state && terms.isMine)
    : undefined;
  if (isMoving && move === undefined) return undefined;
  const now = { ...wanted };
  if (move?.terms.due !== undefined) now.due = move.terms.due === 'now' ? today : '';
  if (move?.terms.points !== undefined) now.points = move.terms.points;
  if (world.isTitleRequired && now.title === '') return undefined;
  if (move?.terms.filled.some((key) => now[key].trim() === '') === true) return undefined;
  if (move?.terms.isCommentRequired === true && move.from !== '' && world.comment.trim() === '') return undefined;
  const touches = (...keys: (keyof Values)[]): boolean =>
    world.old === undefined || keys.some((key) => !isSame(old[key], now[key]));
  if (touches('kind', 'team') && !goTogether(world, now)) return undefined;
  return touches('start', 'due') && !standRight(world, now) ? undefined : now;
}

function goTogether({ pairs }: Case, { kind, team }: Values): boolean {
  if (pairs.length === 0) return true;
  const sources: (Kind | '')[] = kind.length === 0 ? [''] : kind;
  const targets: (Team | '')[] = team.length === 0 ? [''] : team;
  return targets.every((target) =>
    sources.some((source) => {
      const named = pairs.filter((pair) => pair[0] === source);
      return named.length === 0 ? target === '' : named.some((pair) => pair[1] === target);
    }),
  );
}

function standRight({ comparators }: Case, { start, due }: Values): boolean {
  if (start === '' || due === '') return true;
  const holds = {
    '<': start < due,
    '≤': start <= due,
    '=': start === due,
    '≥': start >= due,
    '>': start > due,
    '≠': start !== due,
  };
  return comparators.every((comparator) => holds[comparator]);
}

// What is random.

const some = <T>(from: readonly T[], minLength = 0): fc.Arbitrary<T[]> => fc.subarray([...from], { minLength });
const seldom = <T>(list: fc.Arbitrary<T[]>): fc.Arbitrary<T[]> => list.chain((all) => fc.constantFrom([], [], all));
const often = (probability: number): fc.Arbitrary<boolean> =>
  fc.double({ min: 0, max: 1, noNaN: true }).map((n) => n < probability);
const terms: fc.Arbitrary<Terms> = fc.record({
  isMine: often(0.8),
  filled: seldom(some(['title', 'due'] as const)),
  isCommentRequired: often(0.2),
  due: fc.constantFrom(undefined, undefined, 'now' as const, 'clear' as const),
  points: fc.constantFrom(undefined, undefined, 1, 2),
  frozen: seldom(some(['title', 'points', 'kind'] as const)),
});
const values: fc.Arbitrary<Values> = fc.record({
  state: fc.constantFrom('', ...states),
  kind: some(kinds),
  team: some(teams),
  title: fc.constantFrom('', ' ', 'x', 'y'),
  start: fc.constantFrom('', ...days),
  due: fc.constantFrom('', ...days),
  points: fc.constantFrom('' as const, 1, 2),
});
const allMoves = (['', ...states] as const).flatMap((from) =>
  states.filter((to) => to !== from).map((to) => ({ from, to })),
);
const cases: fc.Arbitrary<Case> = fc.record({
  isUsed: often(0.85),
  isAdvanced: fc.boolean(),
  moves: fc
    .record({
      chosen: some(allMoves, 4),
      each: fc.array(terms, { minLength: allMoves.length, maxLength: allMoves.length }),
    })
    .map(({ chosen, each }) => chosen.map((move, index) => ({ ...move, terms: each[index] ?? each[0] })))
    .map((moves) => moves.flatMap(({ from, to, terms: of }) => (of === undefined ? [] : [{ from, to, terms: of }]))),
  pairs: some(
    (['', ...kinds] as const).flatMap((kind) =>
      (['', ...teams] as const).map((team): [Kind | '', Team | ''] => [kind, team]),
    ),
  ),
  comparators: seldom(some(['<', '≤', '=', '≥', '>', '≠'] as const)).map((all) => all.slice(0, 2)),
  isTitleRequired: often(0.2),
  old: fc.option(values, { nil: undefined, freq: 4 }),
  change: fc
    .record({ whole: values, keys: some(keysOf, 1) })
    .map(({ whole, keys }): Partial<Values> => Object.fromEntries(keys.map((key) => [key, whole[key]]))),
  comment: fc.constantFrom('', '', 'x', ' '),
});

// The same for the server.

let test: TestApp;
let world: World;
let base: Definition;
let viewer: Viewer;
const id = (name: keyof Values): number => world.field('one', name);
const valueId = (field: keyof Values, label: string): number => (label === '' ? 100 : world.value('one', field, label));

before(async () => {
  test = await startApp();
  await test.addUser('sam');
  const all = { read: [everybody], submit: [registered], update: [registered] };
  const fields: FieldPlan[] = [
    { name: 'state', type: 'sb', values: states, ...all },
    { name: 'kind', type: 'msb', values: kinds, ...all },
    { name: 'team', type: 'msb', values: teams, ...all },
    { name: 'title', type: 'string', ...all },
    { name: 'start', type: 'date', ...all },
    { name: 'due', type: 'date', ...all },
    { name: 'points', type: 'int', ...all },
  ];
  const trackers = () => [{ name: 'one', permissions: { full: [everybody] }, fields }];
  world = await buildProject(test, { name: 'model', trackers });
  const site = await test.app.features.site.current();
  const definition = await test.app.features.trackers.findDefinition(world.tracker('one'), site.version);
  assert.ok(definition !== undefined);
  base = definition;
  const { signIn, loadViewer } = test.app.features;
  const headers = await issueToken(test.app, 'sam');
  const request = {
    method: 'GET',
    url: '/',
    headers,
    address: '127.0.0.1',
    isEncrypted: false,
    format: 'json',
  } as const;
  viewer = await loadViewer(await signIn.identify(request, 'signed-in', site));
});
after(() => test.close());

function store(of: Partial<Values>): Map<number, unknown> {
  const stored = new Map<number, unknown>();
  for (const [key, content] of Object.entries(of)) {
    const field = keysOf.find((known) => known === key);
    if (field === undefined) continue;
    if (field === 'state') stored.set(id(field), content === '' ? [] : [valueId(field, String(content))]);
    else if (Array.isArray(content))
      stored.set(
        id(field),
        content.map((label) => valueId(field, label)),
      );
    else stored.set(id(field), content === '' && field !== 'title' ? null : content);
  }
  return stored;
}

function toTransition({ from, to, terms: of }: Move, index: number): Transition {
  const actions: PostAction[] = [
    ...(of.due === undefined ? [] : [{ kind: 'set-date' as const, fieldId: id('due'), value: of.due }]),
    ...(of.points === undefined ? [] : [{ kind: 'set-int' as const, fieldId: id('points'), value: of.points }]),
    { kind: 'frozen-fields', fieldIds: of.frozen.map(id) },
  ];
  return {
    id: index + 1,
    fromValueId: from === '' ? null : valueId('state', from),
    toValueId: valueId('state', to),
    groupIds: of.isMine ? [registered, nobody] : [nobody],
    notEmptyFieldIds: of.filled.map(id),
    isCommentRequired: of.isCommentRequired,
    actions,
  };
}

function toDefinition(of: Case): Definition {
  const mark = <F extends Definition['fields'][number]>(field: F): F => ({
    ...field,
    isRequired: of.isTitleRequired && field.name === 'title',
  });
  return {
    ...base,
    fields: base.fields.map(mark),
    fieldById: new Map([...base.fieldById].map(([key, field]) => [key, mark(field)])),
    workflow: {
      fieldId: id('state'),
      isUsed: of.isUsed,
      isAdvanced: of.isAdvanced,
      transitions: of.moves.map(toTransition),
    },
    listRules: of.pairs.map(([source, target]) => ({
      source_field_id: id('kind'),
      source_value_id: valueId('kind', source),
      target_field_id: id('team'),
      target_value_id: valueId('team', target),
    })),
    dateRules: of.comparators.map((comparator) => ({
      source_field_id: id('start'),
      target_field_id: id('due'),
      comparator,
    })),
  };
}

/** The values after the change, or the refusal. */
function judge(of: Case): ReadonlyMap<number, unknown> | DomainError {
  const stored = of.old === undefined ? new Map<number, unknown>() : store(of.old);
  const change = store(of.change);
  const proposal = {
    before: Object.fromEntries(stored),
    values: change,
    paths: new Map([...change.keys()].map((key) => [key, `values[${key}]`])),
  };
  const permission = of.old === undefined ? 'submit' : 'update';
  try {
    const occasion = { permission, comment: of.comment, nowMs, submittedAtMs: nowMs } as const;
    const judged = judgeChange(viewer, toDefinition(of), proposal, occasion);
    return new Map([...store(empty), ...stored, ...judged.values]);
  } catch (error) {
    if (error instanceof DomainError && error.kind === 'invalid') return error;
    throw error;
  }
}

it('a change is allowed exactly when the model allows it, and leads where the model says', () => {
  const seen = { allowed: 0, refused: 0 };
  fc.assert(
    fc.property(cases, (of) => {
      const predicted = predict(of);
      const judged = judge(of);
      if (predicted === undefined) {
        seen.refused += 1;
        assert.ok(judged instanceof DomainError, 'the model refuses it');
        return;
      }
      seen.allowed += 1;
      assert.ok(!(judged instanceof DomainError), judged instanceof DomainError ? judged.message : '');
      assert.deepEqual(judged, store(predicted));
    }),
    { numRuns: runs, seed },
  );
  assert.ok(Math.min(seen.allowed, seen.refused) > runs / 10, JSON.stringify(seen));
});
