// What somebody typed into the fields of an artifact, as this browser keeps it until the server has it. Pure.
import { listIn, numberIn, recordIn, textIn } from '../../../../platform/loose.ts';
import { isSame, parseEdit } from '../edits.ts';
import type { Edit } from '../edits.ts';

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

interface Kept {
  fields: readonly { id: number; label: string; base: Edit; edit: Edit }[];
  comment: string;
}

/** What is worth keeping; undefined for nothing. */
export function writeDraft(entries: Entries, labelOf: (id: number) => string, comment: string): Kept | undefined {
  const fields = [...entries].flatMap(([id, entry]) =>
    isChanged(entry) ? [{ id, label: labelOf(id), base: entry.base, edit: entry.edit }] : [],
  );
  return fields.length === 0 && comment === '' ? undefined : { fields, comment };
}

/** A draft, whatever wrote it: entries of fields that there still are, and the texts of those that there are no longer. */
export function readDraft(
  kept: unknown,
  isThere: (id: number, kind: Edit['kind']) => boolean,
): { entries: Entries; lost: readonly { label: string; edit: Edit }[]; comment: string } {
  const entries = new Map<number, Entry>();
  const lost: { label: string; edit: Edit }[] = [];
  for (const field of listIn(kept, 'fields')) {
    const id = numberIn(field, 'id');
    const edit = parseEdit(recordIn(field, 'edit'));
    const base = parseEdit(recordIn(field, 'base'));
    if (id === undefined || edit === undefined || base === undefined || isSame(base, edit)) continue;
    if (isThere(id, edit.kind)) entries.set(id, { base, edit, isOpen: true });
    else lost.push({ label: textIn(field, 'label') ?? '', edit });
  }
  return { entries, lost, comment: textIn(kept, 'comment') ?? '' };
}
