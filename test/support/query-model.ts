// A second, naive evaluator of queries: it looks at each artifact of a small world in turn. Also the generator of random
// queries and their text.
import fc from 'fast-check';
import type { Operator, QueryValue, Term } from '../../src/features/artifacts/query/language/tql.ts';

/** An artifact as a test made it. */
export interface ModelArtifact {
  id: number;
  summary: string;
  points: number | null;
  effort: number | null;
  /** `2026-02-28` or nothing. */
  due: string | null;
  /** `2026-02-28 13:05` or nothing. */
  review_at: string | null;
  status: string | null;
  components: readonly string[];
  assigned_to: string | null;
  links: readonly { id: number; type: string }[];
  comments: readonly string[];
}

type Artifacts = ReadonlyMap<number, ModelArtifact>;

export interface ModelViewer {
  username: string;
  /** Short name of the tracker that all artifacts are in. */
  tracker: string;
}

/** Whether the condition is true of the artifact. */
export function isTrue(term: Term, artifact: ModelArtifact, all: Artifacts, viewer: ModelViewer): boolean {
  const recur = (inner: Term): boolean => isTrue(inner, artifact, all, viewer);
  switch (term.kind) {
    case 'and':
      return term.terms.every(recur);
    case 'or':
      return term.terms.some(recur);
    case 'link':
      return isLinked(term, artifact, all, viewer) !== term.isNegated;
    case 'between':
      return holds(artifact, term.name, '>=', term.from, viewer) && holds(artifact, term.name, '<=', term.to, viewer);
    case 'in':
      return term.values.some((value) => holds(artifact, term.name, '=', value, viewer)) !== term.isNegated;
    case 'compare':
      return term.operator === '!='
        ? !holds(artifact, term.name, '=', term.value, viewer)
        : holds(artifact, term.name, term.operator, term.value, viewer);
  }
}

function isLinked(
  term: Extract<Term, { kind: 'link' }>,
  artifact: ModelArtifact,
  all: Artifacts,
  { tracker }: ModelViewer,
): boolean {
  const ends =
    term.direction === 'forward'
      ? artifact.links
      : [...all.values()].flatMap(({ id, links }) =>
          links.filter((link) => link.id === artifact.id).map(({ type }) => ({ id, type })),
        );
  return ends.some(({ id, type }) => {
    if (term.type !== undefined && term.type !== type) return false;
    if (term.end === undefined) return true;
    if ('artifactId' in term.end) return term.end.artifactId === id;
    return (term.end.tracker === tracker) !== term.end.isOther;
  });
}

const fold = (text: string): string => text.toLowerCase().replaceAll('é', 'e');

function holds(
  artifact: ModelArtifact,
  name: string,
  operator: Exclude<Operator, '!='>,
  value: QueryValue,
  viewer: ModelViewer,
): boolean {
  const wanted = value.kind === 'myself' ? viewer.username : 'text' in value ? value.text : '';
  switch (name) {
    case 'summary':
      return wanted === '' ? artifact.summary === '' : fold(artifact.summary).includes(fold(wanted));
    case '@comments':
      return wanted === ''
        ? artifact.comments.length === 0
        : artifact.comments.some((comment) => fold(comment).includes(fold(wanted)));
    case 'points':
    case 'effort':
      return wanted === '' ? artifact[name] === null : compares(artifact[name], operator, Number(wanted));
    case 'due':
    case 'review_at':
      if (wanted === '') return artifact[name] === null;
      return compares(artifact[name]?.slice(0, wanted.length) ?? null, operator, wanted);
    case 'status':
    case 'assigned_to':
      return wanted === '' ? artifact[name] === null : artifact[name]?.toLowerCase() === wanted.toLowerCase();
    case 'components':
      return wanted === ''
        ? artifact.components.length === 0
        : artifact.components.some((component) => component.toLowerCase() === wanted.toLowerCase());
    default:
      throw new Error(`the model knows no field ${name}`);
  }
}

function compares<T extends number | string>(found: T | null, operator: Exclude<Operator, '!='>, wanted: T): boolean {
  if (found === null) return false;
  switch (operator) {
    case '=':
      return found === wanted;
    case '<':
      return found < wanted;
    case '<=':
      return found <= wanted;
    case '>':
      return found > wanted;
    case '>=':
      return found >= wanted;
  }
}

const quote = (text: string): string =>
  `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\u000a')}"`;

function writeValue(value: QueryValue): string {
  switch (value.kind) {
    case 'text':
      return quote(value.text);
    case 'number':
      return value.text;
    case 'now':
      return value.amount === 0
        ? 'NOW()'
        : `now() ${value.amount < 0 ? '-' : '+'} ${Math.abs(value.amount)}${value.unit}`;
    default:
      return `${value.kind.toUpperCase()}()`;
  }
}

/** The text of a condition, with the parentheses that it needs. */
export function writeTerm(term: Term): string {
  switch (term.kind) {
    case 'and':
      return term.terms.map((inner) => ('terms' in inner ? `(${writeTerm(inner)})` : writeTerm(inner))).join(' and ');
    case 'or':
      return term.terms.map((inner) => (inner.kind === 'or' ? `(${writeTerm(inner)})` : writeTerm(inner))).join(' OR ');
    case 'compare':
      return `${term.name} ${term.operator} ${writeValue(term.value)}`;
    case 'between':
      return `${term.name} BETWEEN(${writeValue(term.from)}, ${writeValue(term.to)})`;
    case 'in':
      return `${term.name} ${term.isNegated ? 'not in' : 'IN'} (${term.values.map(writeValue).join(', ')})`;
    case 'link':
      return writeLink(term);
  }
}

function writeLink({ direction, isNegated, end, type }: Extract<Term, { kind: 'link' }>): string {
  const where =
    end === undefined
      ? ''
      : 'artifactId' in end
        ? ` ARTIFACT = ${end.artifactId}`
        : ` TRACKER ${end.isOther ? '!=' : '='} ${quote(end.tracker)}`;
  const ofType = type === undefined ? '' : ` WITH TYPE ${quote(type)}`;
  return `IS ${isNegated ? 'NOT ' : ''}LINKED ${direction === 'forward' ? 'TO' : 'FROM'}${where}${ofType}`;
}

export const words = ['bug', 'Login', 'été', 'a%b', 'c_d', '"x"', "it's", 'back\\slash', 'b', '!'] as const;
export const statuses = ['New', 'Assigned', 'Done'] as const;
export const components = ['Accounts', 'Billing', 'Search'] as const;
export const people = ['member_1', 'member_2', 'member_3'] as const;
export const days = ['2026-02-27', '2026-02-28', '2026-03-01', '2024-02-29'] as const;
export const minutes = ['2026-02-27 23:59', '2026-02-28 00:00', '2026-02-28 13:05', '2026-03-01 00:00'] as const;
export const linkTypes = ['', '_is_child', '_covered_by'] as const;

const text = (...choices: readonly string[]): fc.Arbitrary<QueryValue> =>
  fc.constantFrom(...choices).map((chosen) => ({ kind: 'text', text: chosen }));
const equality = fc.constantFrom<Operator>('=', '!=');
const order = fc.constantFrom<Operator>('=', '!=', '<', '<=', '>', '>=');
const number = (least: number, most: number): fc.Arbitrary<QueryValue> =>
  fc.integer({ min: least, max: most }).map((value) => ({ kind: 'number', text: String(value) }));

const compare = (name: string, operator: fc.Arbitrary<Operator>, value: fc.Arbitrary<QueryValue>): fc.Arbitrary<Term> =>
  fc.record({ kind: fc.constant('compare' as const), name: fc.constant(name), operator, value });
const between = (name: string, value: fc.Arbitrary<QueryValue>): fc.Arbitrary<Term> =>
  fc.record({ kind: fc.constant('between' as const), name: fc.constant(name), from: value, to: value });
const oneOf = (name: string, value: fc.Arbitrary<QueryValue>): fc.Arbitrary<Term> =>
  fc.record({
    kind: fc.constant('in' as const),
    name: fc.constant(name),
    values: fc.array(value, { minLength: 1, maxLength: 3 }),
    isNegated: fc.boolean(),
  });
const myself: fc.Arbitrary<QueryValue> = fc.constant({ kind: 'myself' });

const effort: fc.Arbitrary<QueryValue> = fc
  .constantFrom('0.5', '1', '2.25', '3')
  .map((chosen) => ({ kind: 'number', text: chosen }));

const linkTerm = (lastId: number): fc.Arbitrary<Term> =>
  fc
    .record({
      direction: fc.constantFrom('forward' as const, 'reverse' as const),
      isNegated: fc.boolean(),
      end: fc.oneof(
        fc.constant(undefined),
        fc.integer({ min: 1, max: lastId }).map((artifactId) => ({ artifactId })),
        fc.record({ tracker: fc.constantFrom('ticket', 'nothing'), isOther: fc.boolean() }),
      ),
      type: fc.constantFrom(undefined, ...linkTypes),
    })
    .map(({ end, isNegated, ...rest }) => {
      const isDouble = isNegated && end !== undefined && 'isOther' in end && end.isOther;
      return { kind: 'link', ...rest, end, isNegated: isNegated && !isDouble };
    });

/** Conditions on the model's fields; every one of them is allowed. */
export function randomTerm(lastId: number): fc.Arbitrary<Term> {
  const leaf = fc.oneof(
    compare('summary', equality, text('', ...words, 'BUG', 'ete', 'gin it')),
    compare('@comments', equality, text('', ...words, 'LOG')),
    compare('points', order, number(0, 6)),
    compare('points', equality, text('')),
    between('points', number(0, 6)),
    compare('effort', order, effort),
    compare('due', order, text(...days)),
    compare('due', equality, text('')),
    between('due', text(...days)),
    compare('review_at', order, text(...days, ...minutes)),
    between('review_at', text(...days, ...minutes)),
    compare('status', equality, text('', ...statuses, 'nEW')),
    oneOf('status', text(...statuses)),
    compare('components', equality, text('', ...components)),
    oneOf('components', text(...components)),
    compare('assigned_to', equality, fc.oneof(text('', ...people), myself)),
    oneOf('assigned_to', fc.oneof(text(...people), myself)),
    linkTerm(lastId),
  );
  return fc.letrec<{ term: Term }>((tie) => ({
    term: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      leaf,
      fc.record({
        kind: fc.constantFrom('and' as const, 'or' as const),
        terms: fc.array(tie('term'), { minLength: 2, maxLength: 3 }),
      }),
    ),
  })).term;
}
