// Artifacts with some of their values, for lists that show few fields.
import { Type } from 'typebox';
import { storedJson } from '../../../platform/database/index.ts';
import { invalid } from '../../../platform/errors.ts';
import { says } from '../../../platform/texts/said.ts';
import { writeXmlContent } from '../../../platform/wire/xml-write.ts';
import type { Viewer } from '../../projects/index.ts';
import { mayField } from '../../trackers/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import type { Rendering } from './rendering.ts';

/** One artifact of a list. */
export type ShownItem = Pick<Rendering, 'json' | 'xmlContent'>;

const readObject = storedJson(
  Type.Object(
    {
      values: Type.Union([
        Type.Array(Type.Object({ field_id: Type.Integer() }, { additionalProperties: true })),
        Type.Null(),
      ]),
      id: Type.Integer(),
      values_by_field: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()]),
    },
    { additionalProperties: true },
  ),
);

const rankName = '@rank';

const namesIn = (names: string): string[] =>
  names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Whether the ranks of artifacts are asked for beside values of fields. */
export const asksRanks = (names: string): boolean => namesIn(names).includes(rankName);

/**
 * Leaves only values of the fields named by id or short name, with commas between, in that order, and adds the rank where
 * `ranks` has it. Throws invalid for names that say nothing to the viewer.
 */
export function narrowValues(
  viewer: Viewer,
  tracker: Definition,
  names: string,
): (rendering: Rendering, ranks: ReadonlyMap<number, number>) => ShownItem {
  const fields = namesIn(names)
    .filter((name) => name !== rankName)
    .map((name) => findField(viewer, tracker, name));
  return ({ json }, ranks) => {
    const whole = readObject(json, 'rendering of an artifact');
    const byId = new Map(whole.values?.map((value) => [value.field_id, value]));
    const byName = whole.values_by_field;
    const narrowed = {
      ...whole,
      ...(ranks.has(whole.id) ? { rank: ranks.get(whole.id) } : {}),
      values: whole.values === null ? null : fields.flatMap(({ id }) => byId.get(id) ?? []),
      values_by_field:
        byName === null
          ? null
          : Object.fromEntries(fields.flatMap(({ name }) => (name in byName ? [[name, byName[name]]] : []))),
    };
    return { json: JSON.stringify(narrowed), xmlContent: () => writeXmlContent(narrowed, 'texts') };
  };
}

function findField(viewer: Viewer, tracker: Definition, name: string): Field {
  const field = tracker.fieldByName.get(name) ?? tracker.fieldById.get(/^\d{1,15}$/.test(name) ? Number(name) : -1);
  if (field === undefined || field.settings.isDeleted === true || !mayField(viewer, tracker, field, 'read'))
    throw invalid(
      says('report.unread-field')`the tracker has no field ${JSON.stringify(name)} that you have access to`,
      'fields',
    );
  return field;
}
