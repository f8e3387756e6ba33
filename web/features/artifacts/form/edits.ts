// What a person makes of a field's value: what an editor holds, where it comes from, and how it is sent. Pure.
import { groupNameIn } from '../../../platform/names/group-names.ts';
import type { Schemas } from '../../../platform/schemas.ts';
import { isRecord, listIn, numberIn, recordIn, textIn } from '../../../platform/parse-unknown.ts';
import { dateText, sentDate } from '../../../ui/dates/iso-texts.ts';
import { linkChange, linkLabel, readLinks } from './linking/links.ts';
import type { ArtifactLink } from './linking/links.ts';
import { fieldIs, fieldTypeOf } from '../../fields/index.ts';

export type Field = Schemas['TrackerField'];
export type Value = { field_id: number; type: string } & Record<string, unknown>;
export type Submitted = Schemas['SubmittedValue'];

/** A file that an artifact has, or that was sent for it. */
export interface FileRef {
  id: number;
  name: string;
}

/** A step of a test. Its texts keep the formats that they have. */
export interface Step {
  description: string;
  expected: string;
  format: string;
  expectedFormat: string;
}

/** What an editor holds. Plain data, because drafts of it are kept as JSON. */
export type Edit =
  | { kind: 'line'; text: string }
  | { kind: 'text'; text: string; format: string }
  | { kind: 'number'; text: string }
  /** `YYYY-MM-DD`, or with the time `YYYY-MM-DDTHH:mm` in the zone of the person; empty for none. */
  | { kind: 'date'; text: string }
  | { kind: 'chosen'; ids: readonly string[] }
  | { kind: 'labels'; labels: readonly string[] }
  | { kind: 'links'; links: readonly ArtifactLink[] }
  | { kind: 'files'; files: readonly FileRef[] }
  | { kind: 'computed'; isAuto: boolean; text: string }
  | { kind: 'groups'; ids: readonly string[] }
  | { kind: 'steps'; steps: readonly Step[] };

export type EditKind = Edit['kind'];

/** undefined for fields that nobody fills in. */
export const editKindOf = (type: string): EditKind | undefined => fieldTypeOf(type).edit;

/** The value "none" of a list. */
export const noneId = '100';

const hasTime = (field: Field): boolean => field['is_time_displayed'] === true;

/** Source and format of a text: what is rendered for reading has its Markdown beside it. */
function textEdit(value: unknown): Edit {
  const markdown = textIn(value, 'commonmark');
  if (markdown !== undefined) return { kind: 'text', text: markdown, format: 'commonmark' };
  const text = textIn(value, 'value') ?? textIn(value, 'content') ?? '';
  return { kind: 'text', text, format: text === '' ? 'commonmark' : (textIn(value, 'format') ?? 'text') };
}

const chosenOf = (ids: readonly unknown[]): Edit => ({
  kind: 'chosen',
  ids: ids.map(String).filter((id) => id !== noneId),
});

/** Source and format of a text of a step. */
function stepText(step: unknown, key: string): { text: string; format: string } {
  const source = textIn(step, `commonmark_${key}`);
  if (source !== undefined) return { text: source, format: 'commonmark' };
  return { text: textIn(step, key) ?? '', format: textIn(step, `${key}_format`) ?? 'commonmark' };
}

function stepOf(step: unknown): Step {
  const description = stepText(step, 'description');
  const expected = stepText(step, 'expected_results');
  return {
    description: description.text,
    format: description.format,
    expected: expected.text,
    expectedFormat: expected.format,
  };
}

export const emptyStep: Step = { description: '', expected: '', format: 'commonmark', expectedFormat: 'commonmark' };

const fileOf = (file: unknown): FileRef => ({ id: numberIn(file, 'id') ?? 0, name: textIn(file, 'name') ?? '' });

const numberText = (value: unknown, key: string): string => {
  const found = numberIn(value, key);
  return found === undefined ? '' : String(found);
};

/** What an editor of the field starts with: what the artifact has, or nothing where it has no value. */
export function readEdit(field: Field, value: Value | undefined, zone: string): Edit | undefined {
  const kind = editKindOf(field.type);
  switch (kind) {
    case undefined:
      return undefined;
    case 'line':
      return { kind, text: textIn(value, 'value') ?? '' };
    case 'text':
      return textEdit(value);
    case 'number':
      return { kind, text: numberText(value, 'value') };
    case 'date': {
      const iso = textIn(value, 'value') ?? '';
      return { kind, text: iso === '' ? '' : dateText(iso, hasTime(field), zone) };
    }
    case 'chosen':
      return chosenOf(listIn(value, 'bind_value_ids'));
    case 'labels':
      return { kind, labels: listIn(value, 'bind_value_ids').map(String) };
    case 'links':
      return { kind, links: readLinks(value) };
    case 'files':
      return { kind, files: listIn(value, 'file_descriptions').map(fileOf) };
    case 'computed':
      return {
        kind,
        isAuto: isRecord(value) && value['is_autocomputed'] !== false,
        text: numberText(value, 'manual_value'),
      };
    case 'groups':
      return { kind, ids: listIn(value, 'granted_groups_ids').map(String) };
    case 'steps':
      return { kind, steps: listIn(value, 'value').map(stepOf) };
  }
}

/** What the field of a new artifact starts with. */
export function defaultEdit(field: Field, zone: string): Edit | undefined {
  const given = field.default_value;
  const empty = readEdit(field, undefined, zone);
  switch (empty?.kind) {
    case 'line':
      return typeof given === 'string' ? { kind: 'line', text: given } : empty;
    case 'text':
      return textEdit(given);
    case 'number':
      return typeof given === 'number' || typeof given === 'string' ? { kind: 'number', text: String(given) } : empty;
    case 'date':
      // The server tells a default day as a text with a blank before the time.
      return typeof given === 'string' && given !== ''
        ? { kind: 'date', text: hasTime(field) ? given.replace(' ', 'T').slice(0, 16) : given.slice(0, 10) }
        : empty;
    case 'chosen':
      return Array.isArray(given)
        ? chosenOf(given.map((one: unknown) => numberIn(one, 'id') ?? textIn(one, 'id') ?? noneId))
        : empty;
    case 'computed':
      return { kind: 'computed', isAuto: true, text: '' };
    default:
      return empty;
  }
}

const idToSend = (id: string): string | number => (/^\d+$/.test(id) ? Number(id) : id);

/** The field's entry of `values` of a PUT: of links alone, what came and went since `base`. */
export const writeChange = (field: Field, base: Edit, edit: Edit, zone: string): Submitted =>
  base.kind === 'links' && edit.kind === 'links'
    ? { field_id: field.field_id, change_links: linkChange(base.links, edit.links) }
    : writeEdit(field, edit, zone);

/** The field's whole entry of `values`, as PUT and POST of an artifact take it. */
export function writeEdit(field: Field, edit: Edit, zone: string): Submitted {
  const entry = { field_id: field.field_id };
  switch (edit.kind) {
    case 'line':
      return { ...entry, value: edit.text };
    case 'text':
      return { ...entry, value: { content: edit.text, format: edit.format } };
    case 'number':
      return { ...entry, value: edit.text.trim() === '' ? null : Number(edit.text.replace(',', '.')) };
    case 'date':
      return { ...entry, value: edit.text === '' ? '' : sentDate(edit.text, zone) };
    case 'chosen':
      return {
        ...entry,
        bind_value_ids: edit.ids.length === 0 ? (isSingle(field) ? [Number(noneId)] : []) : edit.ids.map(idToSend),
      };
    case 'labels':
      return { ...entry, bind_value_ids: [...edit.labels] };
    case 'links':
      return { ...entry, all_links: edit.links.map(({ id, type, direction }) => ({ id, type, direction })) };
    case 'files':
      return { ...entry, value: edit.files.map(({ id }) => id) };
    case 'computed':
      return edit.isAuto
        ? { ...entry, is_autocomputed: true }
        : { ...entry, manual_value: Number(edit.text.replace(',', '.')) };
    case 'groups':
      return { ...entry, value: { granted_groups: [...edit.ids] } };
    case 'steps':
      return { ...entry, value: edit.steps.map((step, index) => sentStep(step, index)) };
  }
}

const sentStep = ({ description, format, expected, expectedFormat }: Step, index: number): Record<string, unknown> => ({
  description,
  description_format: format,
  expected_results: expected,
  expected_results_format: expectedFormat,
  rank: index + 1,
});

/** Whether a list takes one value. */
export const isSingle = (field: Field): boolean => fieldIs.choice(field);

export const isSame = (one: Edit | undefined, other: Edit | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export function isEmpty(edit: Edit): boolean {
  switch (edit.kind) {
    case 'line':
    case 'text':
    case 'number':
    case 'date':
      return edit.text.trim() === '';
    case 'chosen':
    case 'groups':
      return edit.ids.length === 0;
    case 'labels':
      return edit.labels.length === 0;
    case 'links':
      return edit.links.length === 0;
    case 'files':
      return edit.files.length === 0;
    case 'computed':
      return !edit.isAuto && edit.text.trim() === '';
    case 'steps':
      return edit.steps.length === 0;
  }
}

const isNumber = (text: string, isWhole: boolean): boolean => {
  const number = Number(text.trim().replace(',', '.'));
  return Number.isFinite(number) && (!isWhole || Number.isInteger(number));
};

/** What is wrong with an edit before the server is asked: nothing where something must be, or no number. */
export function problemOf(field: Field, edit: Edit): 'required' | 'number' | 'whole' | undefined {
  if (isEmpty(edit)) return field.required || edit.kind === 'computed' ? 'required' : undefined;
  if (edit.kind === 'number' || (edit.kind === 'computed' && !edit.isAuto)) {
    if (!isNumber(edit.text, false)) return 'number';
    if (fieldTypeOf(field.type).isWhole === true && !isNumber(edit.text, true)) return 'whole';
  }
  return undefined;
}

/** In words, for comparing two versions side by side; `labelOf` names the values of lists. */
export function describeEdit(edit: Edit, labelOf: (id: string) => string): string {
  switch (edit.kind) {
    case 'line':
    case 'text':
    case 'number':
    case 'date':
      return edit.text;
    case 'chosen':
    case 'groups':
      return edit.ids.map(labelOf).join(', ');
    case 'labels':
      return edit.labels.join(', ');
    case 'links':
      return edit.links.map(linkLabel).join(', ');
    case 'files':
      return edit.files.map(({ name }) => name).join(', ');
    case 'computed':
      return edit.isAuto ? '' : edit.text;
    case 'steps':
      return edit.steps.map(({ description, expected }) => `${description} → ${expected}`).join('\n');
  }
}

/** A draft as it was kept; undefined for what is none. */
export function parseEdit(kept: unknown): Edit | undefined {
  const kind = textIn(kept, 'kind');
  const text = textIn(kept, 'text');
  switch (kind) {
    case 'line':
    case 'number':
    case 'date':
      return text === undefined ? undefined : { kind, text };
    case 'text':
      return text === undefined ? undefined : { kind, text, format: textIn(kept, 'format') ?? 'commonmark' };
    case 'chosen':
    case 'groups':
      return { kind, ids: listIn(kept, 'ids').map(String) };
    case 'labels':
      return { kind, labels: listIn(kept, 'labels').map(String) };
    case 'links':
      return { kind, links: readLinks({ kept: listIn(kept, 'links') }) };
    case 'files':
      return { kind, files: listIn(kept, 'files').map(fileOf) };
    case 'computed':
      return { kind, isAuto: isRecord(kept) && kept['isAuto'] === true, text: text ?? '' };
    case 'steps':
      return {
        kind,
        steps: listIn(kept, 'steps').map((step) => ({
          description: textIn(step, 'description') ?? '',
          expected: textIn(step, 'expected') ?? '',
          format: textIn(step, 'format') ?? 'commonmark',
          expectedFormat: textIn(step, 'expectedFormat') ?? 'commonmark',
        })),
      };
    default:
      return undefined;
  }
}

/** Groups that an artifact may be limited to, as its tracker tells. */
export const groupsOf = (field: Field): readonly { id: string; label: string }[] =>
  listIn(recordIn(field, 'values'), 'ugroup_representations').map((group) => ({
    id: textIn(group, 'id') ?? '',
    label: groupNameIn(group) ?? '',
  }));
