// What somebody typed into the fields of an artifact, as this browser keeps it until the server has it. Pure.
import { listIn, numberIn, recordIn, textIn } from '../../../../platform/parse-unknown.ts';
import { describeEdit, isSame, parseEdit } from '../edits.ts';
import type { Edit } from '../../../fields/index.ts';

/** A field that somebody changes. */
export interface Entry {
  /** What it had when the person began. */
  base: Edit;
  edit: Edit;
  /** Whether its editor is open; what was typed stays when it is closed. */
  isOpen: boolean;
  /** What is wrong with it. */
  problem?: string | undefined;
}

export type Entries = ReadonlyMap<number, Entry>;

export const isChanged = ({ base, edit }: Entry): boolean => !isSame(base, edit);

/** What a field is called, and how an edit of it reads. */
interface Name {
  label: string;
  words: string;
}

/** What was typed into a field, with its name for when it is gone. */
export interface Typed extends Name {
  id: number;
  base: Edit;
  edit: Edit;
}

interface Kept {
  fields: readonly Typed[];
  comment: string;
}

type IsThere = (id: number, kind: Edit['kind']) => boolean;
export type NameOf = (id: number, edit: Edit) => Name;

const typedIn = (entries: Entries, nameOf: NameOf): readonly Typed[] =>
  [...entries].flatMap(([id, entry]) =>
    isChanged(entry) ? [{ id, ...nameOf(id, entry.edit), base: entry.base, edit: entry.edit }] : [],
  );

/** What is worth keeping, that of fields which are gone too; undefined for nothing. */
export function writeDraft(
  entries: Entries,
  nameOf: NameOf,
  comment: string,
  lost: readonly Typed[] = [],
): Kept | undefined {
  const fields = [...typedIn(entries, nameOf), ...lost];
  return fields.length === 0 && comment === '' ? undefined : { fields, comment };
}

/** A draft, whatever wrote it: entries of fields that there still are, and the texts of those that there are no longer. */
export function readDraft(
  kept: unknown,
  isThere: IsThere,
): { entries: Entries; lost: readonly Typed[]; comment: string } {
  const entries = new Map<number, Entry>();
  const lost: Typed[] = [];
  for (const field of listIn(kept, 'fields')) {
    const id = numberIn(field, 'id');
    const edit = parseEdit(recordIn(field, 'edit'));
    const base = parseEdit(recordIn(field, 'base'));
    if (id === undefined || edit === undefined || base === undefined || isSame(base, edit)) continue;
    if (isThere(id, edit.kind)) entries.set(id, { base, edit, isOpen: true });
    else {
      const words = textIn(field, 'words') ?? describeEdit(edit);
      lost.push({ id, label: textIn(field, 'label') ?? '', words, base, edit });
    }
  }
  return { entries, lost, comment: textIn(kept, 'comment') ?? '' };
}

/** Parts the entries of fields that there are from what was typed into those that went meanwhile. */
export function partEntries(
  entries: Entries,
  isThere: IsThere,
  nameOf: NameOf,
): { entries: Entries; lost: readonly Typed[] } {
  const [there, gone] = [new Map<number, Entry>(), new Map<number, Entry>()];
  for (const [id, entry] of entries) (isThere(id, entry.edit.kind) ? there : gone).set(id, entry);
  return { entries: there, lost: typedIn(gone, nameOf) };
}
