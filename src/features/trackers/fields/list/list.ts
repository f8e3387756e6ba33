// Field types `sb`, `rb` (one value), `msb`, `cb` (several), bound to static values, people or user groups.
import { Type } from 'typebox';
import { invalid } from '../../../../platform/errors.ts';
import { says } from '../../../../platform/texts/said.ts';
import type { Said } from '../../../../platform/texts/said.ts';
import { userGroupNames } from '../../../projects/index.ts';
import type { Field } from '../../definition/definition.ts';
import { bindKind, defaultIds, noneId, showChosen, viewBoundGroups, viewDefaults, viewOffered } from '../bind.ts';
import { defineStoredType } from '../define-type.ts';
import { integerProperty } from '../field-type.ts';
import type { FieldType, ParseContext } from '../field-type.ts';
import { readByRules } from '../properties.ts';
import { findMovedChoice } from '../moves.ts';
import { flatChosen, peopleInCell, readListCell } from './list-cells.ts';
import { shapeCheck } from '../../../../platform/texts/shape.ts';
import { requireListed, warnOfValue } from '../archived.ts';
import type { ArchivedValue, ArchiveMeanings } from '../archived.ts';
import { archiveChosen } from './archived-choices.ts';

/** The number of a submitted id: a value or user id, or for user groups the value that stands for the REST id. */
function readId(item: number | string, context: ParseContext, place: string): number {
  const { field, definition } = context;
  const text = String(item).trim();
  if (bindKind(field) === 'ugroups') {
    if (Number(text) === noneId || text === '') return noneId;
    const value = field.values.find(
      (offered) =>
        offered.groupId !== undefined && userGroupNames.groupRestId(offered.groupId, definition.project.id) === text,
    );
    if (value === undefined)
      throw invalid(
        says('list.no-group')`"${text}" is not a user group of the field "${field.label}"${listOffered(context)}`,
        place,
      );
    return value.id;
  }
  if (text === '') return noneId;
  const id = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
  if (id === 0 || id === noneId) return noneId;
  const isOffered = bindKind(field) === 'users' ? Number.isInteger(id) : field.values.some((value) => value.id === id);
  if (!isOffered)
    throw invalid(
      says('list.no-value')`"${text}" is not a value of the field "${field.label}"${listOffered(context)}`,
      place,
    );
  return id;
}

/** The allowed ids, when they are few enough to be read. */
function listOffered({ field, definition }: ParseContext): string | Said {
  const shown = field.values
    .filter((value) => !value.isHidden)
    .map((value) =>
      value.groupId === undefined
        ? `${value.id} (${value.label})`
        : userGroupNames.groupRestId(value.groupId, definition.project.id),
    );
  return shown.length === 0 || shown.length > 20 ? '' : says('list.offered')`; use ${shown.join(', ')}`;
}

const StoredList = Type.Array(Type.Integer());
const isChosen = shapeCheck(StoredList);

function readArchived(archived: ArchivedValue, meanings: ArchiveMeanings, isSingle: boolean): number[] | undefined {
  const ids = new Set<number>();
  let unknownCount = 0;
  for (const value of requireListed(archived, meanings.field).values) {
    const id = meanings.value(value);
    if (id === undefined) {
      unknownCount += 1;
      warnOfValue(value, meanings);
    } else if (id !== 'none') ids.add(id);
  }
  if (ids.size === 0 && unknownCount > 0) return undefined;
  if (isSingle && ids.size > 1) throw invalid(says('stored.one')`it takes only one value`);
  return [...ids];
}

const defineListType = (isSingle: boolean): FieldType =>
  defineStoredType({
    list: { takesMany: !isSingle, isOpen: false },
    readCell: (text, context) => ({ bind_value_ids: readListCell(text, context, !isSingle) }),
    peopleInCell: (text, field) => peopleInCell(text, field, !isSingle),
    toArchive: (stored, names) => ({
      kind: 'list',
      bind: bindKind(names.field),
      values: archiveChosen(stored, names),
    }),
    fromArchive: (archived, meanings) => readArchived(archived, meanings, isSingle),
    emptied: { bind_value_ids: [] },
    flatten: flatChosen,
    takeMoved: (stored, move) => (isChosen(stored) ? stored.flatMap((id) => findMovedChoice(id, move) ?? []) : stored),
    schema: StoredList,
    entryKeys: { counts: ['bind_value_ids'], shown: ['values'] },
    parse(entry, context) {
      const { field, path } = context;
      // An empty element of XML comes as null: nothing is chosen.
      if (entry.bind_value_ids === null) return [];
      if (entry.bind_value_ids === undefined) {
        if (entry.value === undefined) return undefined;
        throw invalid(
          says('list.form')`the field "${field.label}" is a list; use the IDs of its values in bind_value_ids`,
          path,
        );
      }
      const ids = entry.bind_value_ids.map((item, index) => readId(item, context, `${path}.bind_value_ids[${index}]`));
      const chosen = [...new Set(ids)].filter((id) => id !== noneId);
      if (isSingle && chosen.length > 1) {
        throw invalid(
          says('list.one-value')`the field "${field.label}" takes only one value`,
          `${path}.bind_value_ids`,
        );
      }
      return chosen;
    },
    async check(stored, { field, path }, checks) {
      if (bindKind(field) !== 'users') return;
      const [foreign] = await checks.findForeignUsers(field, stored);
      if (foreign === undefined) return;
      throw invalid(
        says('list.no-user')`user ${foreign} is not a value of the field "${field.label}"`,
        `${path}.bind_value_ids`,
      );
    },
    isEmpty: (stored) => stored.length === 0,
    search: 'list',
    defaultValue: ({ field }) => chooseDefault(field, isSingle),
    show: (stored, context) => (stored === undefined ? undefined : showChosen(stored, context)),
    keys: (stored) => stored,
    mentions: (stored) => ({ users: stored }),
    readProperties: isSingle ? readByRules({}) : readByRules({ size: 'count' }),
    describe: (context) => ({
      values: viewOffered(context),
      bindings: { type: bindKind(context.field), list: viewBoundGroups(context.field, context.definition) },
      defaultValue: viewDefaults(context),
      specificProperties:
        isSingle || context.field.type === 'cb' ? [] : { size: integerProperty(context.field, 'size', 7) },
    }),
  });

function chooseDefault(field: Field, isSingle: boolean): number[] {
  const ids = defaultIds(field);
  return isSingle && ids.length > 1 ? [] : ids;
}

export const singleListType = defineListType(true);
export const multiListType = defineListType(false);
