// Cells of lists: labels of values, names of people or of user groups.
import { invalid } from '../../../../platform/errors.ts';
import { says, several } from '../../../../platform/texts/said.ts';
import { userGroupNames } from '../../../projects/index.ts';
import type { Definition, Field } from '../../definition/definition.ts';
import { labelIn, splitCell } from '../cells.ts';
import type { CellContext, FlatValue, ShownValue } from '../cells.ts';
import { bindKind } from '../bind.ts';

/** What a cell of a list of people may call somebody. */
export function peopleInCell(text: string, field: Field, takesMany: boolean): string[] {
  if (bindKind(field) !== 'users') return [];
  return takesMany ? splitCell(text) : text.trim() === '' ? [] : [text.trim()];
}

/** Ids as clients send them. Throws invalid. */
export function readListCell(
  text: string,
  { field, tracker, requirePerson }: CellContext,
  takesMany: boolean,
): (string | number)[] {
  if (bindKind(field) === 'users') return peopleInCell(text, field, takesMany).map(requirePerson);
  const whole = findChoice(field, text.trim(), tracker);
  if (whole !== undefined) return [whole];
  return (takesMany ? splitCell(text) : [text.trim()]).map((label) => {
    const choice = findChoice(field, label, tracker);
    if (choice !== undefined) return choice;
    const offered = field.values.filter(({ isHidden }) => !isHidden).map((value) => labelOf(value, tracker));
    const wanted = label.slice(0, 100);
    throw invalid(
      offered.length > 0 && offered.length <= 20
        ? says('import.value-of')`the field "${field.label}" has no value "${wanted}"; use ${several(offered)}`
        : says('import.no-value')`the field "${field.label}" has no value "${wanted}"`,
    );
  });
}

const groupOf = (groupId: number, { project, groupNames }: Definition) =>
  userGroupNames.viewMinimalGroup(groupId, project.id, groupNames.get(groupId));

const labelOf = ({ groupId, label }: Field['values'][number], tracker: Definition): string =>
  groupId === undefined ? label : groupOf(groupId, tracker).label;

/** By the label as it is written, else in other case; visible values go first. */
function findChoice(field: Field, label: string, tracker: Definition): number | string | undefined {
  const values = field.values.toSorted((a, b) => Number(a.isHidden) - Number(b.isHidden));
  const lower = label.toLowerCase();
  const namesOf = ({ groupId, label: name }: Field['values'][number]): readonly string[] =>
    groupId === undefined ? [name] : userGroupNames.namesOfGroup(groupId, tracker.groupNames.get(groupId));
  const found =
    values.find((value) => namesOf(value).includes(label)) ??
    values.find((value) => namesOf(value).some((name) => name.toLowerCase() === lower));
  if (found === undefined) return undefined;
  return found.groupId === undefined ? found.id : userGroupNames.groupRestId(found.groupId, tracker.project.id);
}

/** Not the anonymous user that stands for nobody. */
const isSomebody = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'id' in item && item.id !== null;

export const flatChosen = ({ values }: ShownValue): FlatValue | undefined =>
  Array.isArray(values) ? values.filter(isSomebody).map(labelIn) : undefined;
