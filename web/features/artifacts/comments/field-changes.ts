// What differs between an artifact's values at two moments, as a reader wants to be told. Pure.
import { isRecord, listIn, textIn } from '../../../platform/parse-unknown.ts';
import { readShown } from '../values.ts';
import { fieldIs, fieldTypeOf } from '../../fields/index.ts';
import type { Part, Shown } from '../../fields/index.ts';

export type Value = { field_id: number; label: string; type: string } & Record<string, unknown>;

interface OfField {
  fieldId: number;
  label: string;
}

/** A value that was exchanged, entries that came and went, or a text that was rewritten. */
export type FieldChange =
  | (OfField & { kind: 'value'; before: Shown; after: Shown })
  | (OfField & { kind: 'parts'; added: readonly Part[]; removed: readonly Part[] })
  | (OfField & { kind: 'text'; before: string; after: string });

/** Types that say nothing of their own, or what the head of the artifact tells already. */
const isWithoutHistory = ({ type }: Value): boolean => fieldTypeOf(type).isWithoutHistory === true;

const stripTags = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/li|\/h\d|\/div)[^>]*>/gi, '\n')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
    .trim();

/** A text as its writer knows it: the source of Markdown, the words of HTML. */
function sourceOf(value: Value | undefined): string {
  const source = textIn(value, 'commonmark');
  if (source !== undefined) return source;
  const text = textIn(value, 'value') ?? '';
  return textIn(value, 'format') === 'html' ? stripTags(text) : text;
}

const isText = (value: Value): boolean => fieldIs.text(value);

/** Links that the artifact itself has; those to it belong to the histories of others. */
const ownLinks = (value: Value): Value => ({ ...value, reverse_links: [] });

const nothing: Shown = { kind: 'nothing' };

const shownOf = (value: Value | undefined): Shown =>
  value === undefined ? nothing : readShown(fieldIs.links(value) ? ownLinks(value) : value);

const partsOf = (shown: Shown): readonly Part[] => (shown.kind === 'parts' ? shown.parts : []);

const keyOf = ({ id, label }: Part): string => `${id} ${label}`;

function without(parts: readonly Part[], others: readonly Part[]): readonly Part[] {
  const known = new Set(others.map(keyOf));
  return parts.filter((part) => !known.has(keyOf(part)));
}

/** Types of links are values too: the same end by another type is another link. */
function linkTypes(value: Value | undefined): string {
  return listIn(value, 'links')
    .map((link) => (isRecord(link) ? `${String(link['id'])} ${String(link['type'])}` : ''))
    .toSorted()
    .join();
}

function compare(before: Value | undefined, after: Value | undefined): FieldChange | undefined {
  const value = after ?? before;
  if (value === undefined || isWithoutHistory(value)) return undefined;
  const field = { fieldId: value.field_id, label: value.label };
  if (isText(value)) {
    const [was, is] = [sourceOf(before), sourceOf(after)];
    return was === is ? undefined : { ...field, kind: 'text', before: was, after: is };
  }
  const [was, is] = [shownOf(before), shownOf(after)];
  const isSame = JSON.stringify(was) === JSON.stringify(is) && linkTypes(before) === linkTypes(after);
  if (isSame) return undefined;
  const isList = was.kind === 'parts' || is.kind === 'parts';
  if (!isList || fieldIs.choice(value)) return { ...field, kind: 'value', before: was, after: is };
  const [old, now] = [partsOf(was), partsOf(is)];
  const [added, removed] = [without(now, old), without(old, now)];
  return added.length + removed.length === 0 ? undefined : { ...field, kind: 'parts', added, removed };
}

/** In the order of the fields. */
export function listChanges(before: readonly Value[], after: readonly Value[]): readonly FieldChange[] {
  const old = new Map(before.map((value) => [value.field_id, value]));
  const now = new Map(after.map((value) => [value.field_id, value]));
  const gone = before.filter(({ field_id: id }) => !now.has(id));
  return [...after, ...gone].flatMap(({ field_id: id }) => compare(old.get(id), now.get(id)) ?? []);
}
