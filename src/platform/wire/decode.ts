// Turns raw input (JSON values, query and path texts, XML elements) into values of the types a route's schema names.
// The schema is compiled once into a plan; one walk over the plan serves all three forms of input; TypeBox's compiled
// checker then judges lengths, ranges and patterns. Nothing but DomainError comes out, whatever goes in.

import { Compile } from 'typebox/compile';
import type { TLocalizedValidationError } from 'typebox/error';
import type { StaticEncode, TSchema } from 'typebox';
import { DomainError, invalid } from '../errors.ts';
import { createStepCounter, finishNow } from '../concurrency/time-slices.ts';
import type { Steps } from '../concurrency/time-slices.ts';
import { says } from '../texts/said.ts';
import type { Said } from '../texts/said.ts';
import { explainUnknown } from '../texts/unknown-name.ts';
import { compilePlan, isNull, isObject } from './decode-plan.ts';
import type { Plan } from './decode-plan.ts';
import { cameAs, expected, explainError, explainLimit } from './decode-words.ts';
import { checkPlainJson, readScalarJson } from './json-read.ts';
import {
  describeXml,
  isXmlElement,
  itemsOfXml,
  scalarsOfXml,
  membersOfXml,
  readScalarText,
  readScalarXml,
  readUntypedXml,
} from './xml-read.ts';
import type { Scalar, ScalarKind, XmlElement } from './xml-read.ts';
import { truncate } from '../texts/shorten.ts';

const isList = (value: unknown): value is unknown[] => Array.isArray(value);

/** How one form of input is read; `R` is a raw part of it. Undefined means that the part has no such shape. */
interface Form<R> {
  /** The parts carry types of their own, so an option of a union that fits without conversion goes first. */
  typed: boolean;
  scalar: (kind: ScalarKind, raw: R) => Scalar | undefined;
  items: (raw: R) => readonly R[] | undefined;
  /** Entries of a list of scalars that is written as the wire format's origin does. */
  scalars?: (raw: R) => readonly R[] | undefined;
  members: (raw: R, itemIsMember: boolean) => Map<string, R> | undefined;
  untyped: (raw: R) => Steps<unknown>;
  isNull: (raw: R) => boolean;
  /** What came, as the predicate of a sentence. */
  describe: (raw: R, showsNumber: boolean) => Said;
  listName: Said;
}

const jsonForm: Form<unknown> = {
  typed: true,
  scalar: readScalarJson,
  items: (raw) => (isList(raw) ? raw : undefined),
  members: (raw) => (isObject(raw) ? new Map(Object.entries(raw)) : undefined),
  untyped: (raw) => checkPlainJson(raw),
  isNull: (raw) => raw === null,
  describe: cameAs,
  listName: says('body.list')`a list`,
};

const textForm: Form<unknown> = {
  typed: false,
  scalar: (kind, raw) => (typeof raw === 'string' ? readScalarText(kind, raw) : undefined),
  items: (raw) => (isList(raw) ? raw : [raw]),
  members: (raw) => (isObject(raw) ? membersOfText(raw) : undefined),
  untyped: (raw) => checkPlainJson(raw),
  isNull: () => false,
  describe: (raw) => (Array.isArray(raw) ? says('body.times')`is given ${raw.length} times` : cameAs(raw, true)),
  listName: says('body.list')`a list`,
};

const xmlForm: Form<XmlElement> = {
  typed: false,
  scalar: readScalarXml,
  items: itemsOfXml,
  scalars: scalarsOfXml,
  members: membersOfXml,
  untyped: readUntypedXml,
  isNull: (element) => element.children.length === 0 && element.text === '',
  describe: describeXml,
  listName: says('body.items')`a list of \`item\` elements`,
};

/** An empty value counts as absent; `key[]` is another spelling of `key`. */
function membersOfText(raw: Record<string, unknown>): Map<string, unknown> {
  const members = new Map<string, unknown>();
  for (const [name, value] of Object.entries(raw)) {
    const key = name.endsWith('[]') ? name.slice(0, -2) : name;
    if (typeof value === 'string' && value !== '' && !members.has(key)) {
      members.set(key, value);
      continue;
    }
    const given = [members.get(key) ?? [], value].flat().filter((one) => one !== '');
    if (given.length > 0) members.set(key, given.length === 1 ? given[0] : given);
  }
  return members;
}

type ListPlan = Plan & { kind: 'list' };
type ObjectPlan = Plan & { kind: 'object' };
type UnionPlan = Plan & { kind: 'union' };

/** Entries of lists and objects. */
const isStepLong = createStepCounter(128);

interface Path {
  parent: Path | undefined;
  name: string | number;
}

/** A value that needs no steps of its own. */
type Leaf = Exclude<Plan, { kind: 'untyped' } | ListPlan | ObjectPlan | UnionPlan>;

const nestedKinds: ReadonlySet<string> = new Set(['untyped', 'list', 'object', 'union']);
const isLeaf = (plan: Plan): plan is Leaf => !nestedKinds.has(plan.kind);

function decodeLeaf<R>(plan: Leaf, raw: R, path: Path | undefined, form: Form<R>): Scalar {
  const value = plan.kind === 'choice' ? choose(plan.values, raw, form) : form.scalar(plan.kind, raw);
  if (value === undefined) throw mismatch(plan, raw, path, form);
  if (plan.kind === 'integer' && !Number.isSafeInteger(value)) {
    throw refuse(path, says('body.range')`is out of range; at most ${Number.MAX_SAFE_INTEGER} is allowed`);
  }
  return value;
}

function* decode<R>(plan: Plan, raw: R, path: Path | undefined, form: Form<R>): Steps<unknown> {
  switch (plan.kind) {
    case 'untyped':
      return yield* form.untyped(raw);
    case 'list':
      return yield* decodeList(plan, raw, path, form);
    case 'object':
      return yield* decodeObject(plan, raw, path, form);
    case 'union':
      return yield* decodeUnion(plan, raw, path, form);
    default:
      return decodeLeaf(plan, raw, path, form);
  }
}

function* decodeList<R>(plan: ListPlan, raw: R, path: Path | undefined, form: Form<R>): Steps<unknown[]> {
  const items = form.items(raw) ?? scalarsOf(plan, raw, form);
  if (items === undefined) throw mismatch(plan, raw, path, form);
  // Here and not only in the checker, so that an endless list costs nothing.
  if (items.length > plan.itemsMax) throw refuse(path, explainLimit('maxItems', plan.itemsMax, items));
  const list: unknown[] = [];
  for (const item of items) {
    const name = list.length;
    const itemPlan = plan.first[name] ?? plan.item;
    const at = { parent: path, name };
    list.push(isLeaf(itemPlan) ? decodeLeaf(itemPlan, item, at, form) : yield* decode(itemPlan, item, at, form));
    if (isStepLong()) yield;
  }
  return list;
}

const takesScalars = (plan: Plan): boolean =>
  isLeaf(plan) || (plan.kind === 'union' && plan.options.every((option) => isLeaf(option.plan)));

const scalarsOf = <R>(plan: Plan, raw: R, form: Form<R>): readonly R[] | undefined =>
  plan.kind === 'list' && plan.first.length === 0 && takesScalars(plan.item) ? form.scalars?.(raw) : undefined;

function choose<R>(values: Scalar[], raw: R, form: Form<R>): Scalar | undefined {
  return values.find((value) => {
    if (typeof value === 'string') return form.scalar('string', raw) === value;
    if (typeof value === 'number') return form.scalar(Number.isInteger(value) ? 'integer' : 'number', raw) === value;
    return form.scalar(value === null ? 'null' : 'boolean', raw) === value;
  });
}

function* decodeObject<R>(plan: ObjectPlan, raw: R, path: Path | undefined, form: Form<R>): Steps<unknown> {
  const given = form.members(raw, plan.members.has('item'));
  if (given === undefined) throw mismatch(plan, raw, path, form);
  const value: Record<string, unknown> = {};
  for (const [name, member] of plan.members) {
    const part = given.get(name);
    const at = { parent: path, name };
    if (part !== undefined) {
      value[name] = isLeaf(member.plan)
        ? decodeLeaf(member.plan, part, at, form)
        : yield* decode(member.plan, part, at, form);
      if (isStepLong()) yield;
    } else if (member.fallback !== undefined) value[name] = structuredClone(member.fallback);
    else if (member.required) throw refuse(at, says('body.required')`is required`);
  }
  if (plan.rest === 'drop' && plan.patterns.length === 0) return value;
  for (const [name, part] of given) {
    if (plan.members.has(name) || plan.ignored.has(name) || part === undefined) continue;
    const rest = plan.patterns.find(([pattern]) => pattern.test(name))?.[1] ?? plan.rest;
    if (rest === 'drop') continue;
    if (rest === 'refuse' || name === '__proto__') {
      throw refuse({ parent: path, name }, explainUnknown(name, [...plan.members.keys()]));
    }
    value[name] = yield* decode(rest, part, { parent: path, name }, form);
    if (isStepLong()) yield;
  }
  return value;
}

/**
 * JSON: an option of just the type that came wins. Else the first option, in the order of the schema, that the part
 * can be converted to and whose own check it passes. An empty XML element is null wherever null is an option.
 */
function* decodeUnion<R>(plan: UnionPlan, raw: R, path: Path | undefined, form: Form<R>): Steps<unknown> {
  if (form.isNull(raw) && plan.options.some((option) => isNull(option.plan))) return null;
  const plain = plan.options.filter((option) => fits(option.plan, raw, form));
  const fitting =
    plain.length > 0 ? plain : plan.options.filter((option) => scalarsOf(option.plan, raw, form) !== undefined);
  const exact = form.typed ? fitting.filter((option) => isExact(option.plan, raw, form)) : [];
  const candidates = exact.length > 0 ? exact : fitting;
  const [only] = candidates;
  if (only !== undefined && candidates.length === 1) return yield* decode(only.plan, raw, path, form);
  const attempts: Attempt[] = [];
  for (const option of candidates) {
    const attempt = yield* tryDecode(option.plan, raw, path, form);
    if (attempt.error === undefined && option.isValid(attempt.value)) return attempt.value;
    attempts.push(attempt);
  }
  const [best] = attempts.toSorted((a, b) => (b.error?.path?.length ?? 0) - (a.error?.path?.length ?? 0));
  if (best === undefined) throw mismatch(plan, raw, path, form);
  if (best.error !== undefined) throw best.error;
  return best.value;
}

type Attempt = { value?: unknown; error?: DomainError };

function* tryDecode<R>(plan: Plan, raw: R, path: Path | undefined, form: Form<R>): Steps<Attempt> {
  try {
    return { value: yield* decode(plan, raw, path, form) };
  } catch (error) {
    if (error instanceof DomainError) return { error };
    throw error;
  }
}

/** Whether the part has the plan's shape; an object must also hold the constants that tell the options apart. */
function fits<R>(plan: Plan, raw: R, form: Form<R>): boolean {
  if (plan.kind === 'union') return plan.options.some((option) => fits(option.plan, raw, form));
  if (plan.kind === 'list') return form.items(raw) !== undefined;
  if (plan.kind === 'untyped') return true;
  if (plan.kind === 'choice') return choose(plan.values, raw, form) !== undefined;
  if (plan.kind !== 'object') return form.scalar(plan.kind, raw) !== undefined;
  const given = form.members(raw, plan.members.has('item'));
  if (given === undefined) return false;
  for (const [name, member] of plan.members) {
    const part = given.get(name);
    if (part !== undefined && member.plan.kind === 'choice' && !fits(member.plan, part, form)) return false;
  }
  return true;
}

function isExact<R>(plan: Plan, raw: R, form: Form<R>): boolean {
  if (plan.kind === 'object' || plan.kind === 'list' || plan.kind === 'untyped') return true;
  if (plan.kind === 'union') return plan.options.some((option) => isExact(option.plan, raw, form));
  return (plan.kind === 'choice' ? choose(plan.values, raw, form) : form.scalar(plan.kind, raw)) === raw;
}

function nameOf(path: Path | undefined): string {
  if (path === undefined) return '';
  const before = nameOf(path.parent);
  if (typeof path.name === 'number') return `${before}[${path.name}]`;
  if (!/^[\p{L}_][\p{L}\p{N}_-]*$/u.test(path.name)) return `${before}[${JSON.stringify(truncate(path.name, 60))}]`;
  return before === '' ? truncate(path.name, 60) : `${before}.${truncate(path.name, 60)}`;
}

function refuse(path: Path | undefined, what: Said): DomainError {
  const name = nameOf(path);
  return name === ''
    ? invalid(says('body.whole')`The request's content ${what}.`)
    : invalid(says('body.part')`\`${name}\` ${what}.`, name);
}

function mismatch<R>(plan: Plan, raw: R, path: Path | undefined, form: Form<R>): DomainError {
  const came = form.describe(raw, plan.kind !== 'string');
  return refuse(path, says('body.mismatch')`${came}; ${expected(plan, form.listName)} is expected`);
}

/** The error that helps most: the first, or inside a union the one that lies deepest. */
function chooseError(errors: TLocalizedValidationError[]): TLocalizedValidationError | undefined {
  const [first] = errors;
  if (first === undefined || !/\/(?:anyOf|oneOf)\//.test(first.schemaPath)) return first;
  const end = errors.findIndex(({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf');
  const rank = ({ instancePath, keyword }: TLocalizedValidationError): number =>
    instancePath.split('/').length * 2 + (keyword === 'type' || keyword === 'const' ? 0 : 1);
  return errors.slice(0, end).toSorted((a, b) => rank(b) - rank(a))[0];
}

function explain(errors: TLocalizedValidationError[], root: unknown): DomainError {
  const error = chooseError(errors);
  if (error === undefined) return refuse(undefined, says('body.form')`does not have the expected form`);
  let path: Path | undefined;
  let value = root;
  for (const step of error.instancePath.split('/').slice(1)) {
    const name = step.replaceAll('~1', '/').replaceAll('~0', '~');
    path = { parent: path, name: Array.isArray(value) ? Number(name) : name };
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  }
  return refuse(path, explainError(error, value));
}

export type DecodeSource = 'json' | 'xml' | 'text';

/**
 * Compiles a route's schema into a function from raw input to the values that the schema names, defaults filled in.
 * Sources: 'json' is what readJson gave, 'xml' the tree from readXml, 'text' an object of texts and lists of texts
 * (query string, path parameters, form).
 *
 * - JSON: integers may come as texts (`"12"`), booleans as `"true"`, `"false"`, 0 and 1; nothing else is converted.
 * - text: an empty value is absent; a repeated key or `key[]` is a list, and a single value is one where the schema
 *   wants a list.
 * - XML: spec ruling 3; an empty element is null where the schema allows null.
 * - Unknown names: dropped for a plain object (clients PUT what they GET), refused for a `Closed` one but for those that
 *   answers show, kept for a record or `additionalProperties: true` or a schema.
 *
 * Content that is absent is the `default` of the schema, where it has one. U+0000 is refused everywhere. The function throws invalid with the part's path, such as `values[1].bind_value_ids[0]`. Throws TypeError at once for
 * a schema that uses `$ref`.
 */
export function compileDecoder<S extends TSchema>(
  schema: S,
): (raw: unknown, source: DecodeSource) => StaticEncode<S, {}> {
  const decodeSteps = compileDecodeSteps(schema);
  return (raw, source) => finishNow(decodeSteps(raw, source));
}

/** The same for input of any length. */
export function compileDecodeSteps<S extends TSchema>(
  schema: S,
): (raw: unknown, source: DecodeSource) => Steps<StaticEncode<S, {}>> {
  const plan = compilePlan(schema);
  const compile = () => Compile(schema);
  let validator: ReturnType<typeof compile> | undefined;
  const fallback: unknown = 'default' in schema ? schema.default : undefined;
  return function* decodeAll(raw, source) {
    const isAbsent = raw === undefined && fallback !== undefined;
    const value = isAbsent ? structuredClone(fallback) : yield* decodeSource(plan, raw, source);
    yield* refuseNul(value, undefined);
    validator ??= compile();
    if (validator.Check(value)) return value;
    throw explain(validator.Errors(value), value);
  };
}

/** Refuses U+0000 in texts and names, which databases treat differently; the one place where that is done. */
function* refuseNul(value: unknown, path: Path | undefined): Steps<void> {
  if (typeof value === 'string') return refuseNulText(value, path);
  if (typeof value !== 'object' || value === null) return;
  const members: Iterable<[string | number, unknown]> = isList(value) ? value.entries() : Object.entries(value);
  for (const [name, member] of members) {
    if (typeof name === 'string' && name.includes('\0')) {
      throw refuse(path, says('body.null-name')`has a name with the character U+0000, which is not allowed`);
    }
    const at = { parent: path, name };
    if (typeof member === 'string') refuseNulText(member, at);
    else if (typeof member === 'object') yield* refuseNul(member, at);
    if (isStepLong()) yield;
  }
}

function refuseNulText(text: string, path: Path | undefined): void {
  if (text.includes('\0')) throw refuse(path, says('body.null')`contains the character U+0000, which is not allowed`);
}

function* decodeSource(plan: Plan, raw: unknown, source: DecodeSource): Steps<unknown> {
  if (source === 'xml') {
    if (!isXmlElement(raw)) throw invalid('The request has no XML content.');
    return yield* decode(plan, raw, undefined, xmlForm);
  }
  return yield* decode(plan, raw, undefined, source === 'json' ? jsonForm : textForm);
}
