// What a person makes of a field's value, asked of the type of the field: what an editor holds, where it comes from, how it is sent.
import { textIn } from '../../../platform/parse-unknown.ts';
import type { FileRef } from '../../../ui/files/file-ref.ts';
import { fieldTypeOf, listParts, partsOf } from '../../fields/index.ts';
import type { FieldValue, Edit, Editing, Field, Problem, Submitted, Value } from '../../fields/index.ts';

/** Names what an editor of the type holds; undefined for fields that nobody fills in. */
export const editKindOf = (type: string): string | undefined => fieldTypeOf(type).edit;

/** Once their parts are loaded. */
const editingOf = (type: string): Editing | undefined => partsOf(type)?.editing;

/** A type that holds what an edit is. */
const findHolding = (kind: string): string | undefined =>
  [...listParts()].find(([, { editing }]) => editing?.kind === kind)?.[0];

/** What types that hold the same have in common is asked of any of them. Throws for what no type holds. */
function heldBy({ kind }: Edit): Editing {
  const editing = editingOf(findHolding(kind) ?? '');
  if (editing === undefined) throw new Error(`no type of field holds ${kind}`);
  return editing;
}

/** The type of the field; another one that holds the same where the field has become one of another type meanwhile. */
export const typeHolding = (field: Field, { kind }: Edit): string =>
  editKindOf(field.type) === kind ? field.type : (findHolding(kind) ?? field.type);

const editingFor = (field: Field, edit: Edit): Editing => editingOf(typeHolding(field, edit)) ?? heldBy(edit);

/** What an editor of the field starts with: what the artifact has, or nothing where it has no value. */
export const readEdit = (field: Field, value: Value | undefined, zone: string): Edit | undefined =>
  editingOf(field.type)?.read(value, field, zone);

/** What the field of a new artifact starts with. */
export const defaultEdit = (field: Field, zone: string): Edit | undefined =>
  editingOf(field.type)?.start?.(field.default_value, field) ?? readEdit(field, undefined, zone);

/** The field's whole entry of `values`, as PUT and POST of an artifact take it. */
export const writeEdit = (field: Field, edit: Edit, zone: string): Submitted => ({
  field_id: field.field_id,
  ...editingFor(field, edit).write(edit, field, zone),
});

/** The field's entry of `values` of a PUT: what came and went since `base`, where the type sends that. */
export function writeChange(field: Field, base: Edit, edit: Edit, zone: string): Submitted {
  const change = base.kind === edit.kind ? editingFor(field, edit).writeChange?.(base, edit) : undefined;
  return change === undefined ? writeEdit(field, edit, zone) : { field_id: field.field_id, ...change };
}

export const isSame = (one: Edit | undefined, other: Edit | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const isEmpty = (edit: Edit): boolean => heldBy(edit).isEmpty(edit);

export function problemOf(field: Field, edit: Edit): Problem | undefined {
  const { isNeverEmpty = false, problemOf: findProblem } = editingFor(field, edit);
  if (isEmpty(edit)) return field.required || isNeverEmpty ? 'required' : undefined;
  return findProblem?.(edit, field);
}

/** In words, for comparing two versions side by side; what is chosen in a list by the labels that it has in the field. */
export const describeEdit = (edit: Edit, of?: FieldValue): string => heldBy(edit).describe(edit, of);

/** A draft as it was kept; undefined for what is none. */
export const parseEdit = (kept: unknown): Edit | undefined =>
  editingOf(findHolding(textIn(kept, 'kind') ?? '') ?? '')?.parse(kept);

/** A text of an address as an editor of the field holds it; undefined where it can be none. */
export const prefillEdit = (field: Field, text: string): Edit | undefined =>
  editingOf(field.type)?.prefill?.(text, field);

/** Whether two people's changes of such a field go together without asking. */
export const isMergeable = (edit: Edit): boolean => heldBy(edit).merge !== undefined;

/** My edit on top of what there is now. What both added is kept, and what I took away goes, where the type knows how; else mine. */
export const mergeEdit = (before: Edit, mine: Edit, now: Edit): Edit =>
  before.kind === mine.kind && now.kind === mine.kind ? (heldBy(mine).merge?.(before, mine, now) ?? mine) : mine;

/** What the server does by itself where nothing is said. */
export const isAutomatic = (edit: Edit): boolean => heldBy(edit).isAutomatic?.(edit) === true;

export const isTall = (edit: Edit): boolean => heldBy(edit).isTall === true;
export const isSentByEnter = (edit: Edit): boolean => heldBy(edit).isSentByEnter === true;

/** A text in Markdown, which may name files; undefined for what is none. */
export const markupIn = (edit: Edit): string | undefined => heldBy(edit).textIn?.(edit);

/** Files that are to be with the artifact. */
export const filesIn = (edit: Edit): readonly FileRef[] => heldBy(edit).filesIn?.(edit) ?? [];

/** With one more file; as it was where the field takes none. */
export const withFile = (edit: Edit, file: FileRef): Edit => heldBy(edit).withFile?.(edit, file) ?? edit;

/** Whether choosing a value in place saves it: a list of one value. Keys go through radio buttons one by one, so these wait. */
export const savesAtOnce = ({ type }: Field): boolean => fieldTypeOf(type).list?.control === 'picker';
