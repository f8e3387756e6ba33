// What the fields of a new artifact start with.
import { currentZone } from '../../../../platform/i18n.ts';
import type { Schemas } from '../../../../platform/api.ts';
import { fieldIs } from '../../../fields/index.ts';
import { defaultEdit, editKindOf, readEdit } from '../edits.ts';
import type { Edit, Field } from '../../../fields/index.ts';
import type { Prefill } from './new-search.ts';
import { prefilled } from './prefill.ts';

type Tracker = Schemas['Tracker'];
type Artifact = Schemas['Artifact'];
export type Start = ReadonlyMap<number, Edit>;

/** Fields that somebody may fill in who creates an artifact. */
export const isCreatable = (field: Field): boolean =>
  editKindOf(field.type) !== undefined && field.permissions.includes('create');

/** What a field starts with: of the address, of the artifact that is copied, of the tracker. Files are copied by the server. */
export function startOf(tracker: Tracker, prefill: Prefill, source: Artifact | undefined): Start {
  const zone = currentZone();
  const given = prefilled(tracker, prefill);
  const values = new Map((source?.values ?? []).map((value) => [value.field_id, value]));
  return new Map(
    tracker.fields.filter(isCreatable).flatMap((field) => {
      const value = fieldIs.files(field) ? undefined : values.get(field.field_id);
      const copied = value === undefined ? undefined : readEdit(field, value, zone);
      const edit = given.get(field.field_id) ?? copied ?? defaultEdit(field, zone);
      return edit === undefined ? [] : [[field.field_id, edit] as const];
    }),
  );
}
