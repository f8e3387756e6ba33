// The ids that values in queries stand for: labels of list values, people, user groups.
import { userGroupNames } from '../../../projects/index.ts';
import { madeOnce } from '../../../../platform/cache/lookup.ts';
import { fieldIs } from '../../../trackers/index.ts';
import type { Definition, Field } from '../../../trackers/index.ts';
import { foldForSearch } from '../../artifact/search-texts.ts';
import { refuse } from './query-context.ts';
import type { QueryContext, Searchable } from './query-context.ts';
import type { QueryValue } from './tql.ts';
import { says } from '../../../../platform/texts/said.ts';

type Choice = Extract<QueryValue, { kind: 'text' | 'number' | 'myself' }>;

/** Ids of all values that are called so, in any case, hidden ones too. Throws invalid where there is none. */
export async function listChoice(
  context: QueryContext,
  { name, field }: Searchable,
  value: Choice,
): Promise<readonly number[]> {
  const isPeople = field === undefined || field.settings.bind?.kind === 'users' || fieldIs.actor(field);
  if (value.kind === 'myself') {
    if (!isPeople)
      throw refuse(
        context,
        says('query.myself-people')`The list field '${name}' cannot be compared to MYSELF(): its values are not users`,
      );
    const own = context.viewer.user?.id;
    if (own === undefined)
      throw refuse(
        context,
        says('query.myself-anonymous')`anonymous visitors can't use MYSELF() for the field '${name}'`,
      );
    return [own];
  }
  const ids = isPeople ? await findPerson(context, value.text) : findValues(context.tracker, field, value.text);
  if (ids.length === 0)
    throw refuse(
      context,
      says('query.list-value')`The value '${value.text}' doesn't exist for the list field '${name}'`,
    );
  return ids;
}

async function findPerson({ findUserId }: QueryContext, text: string): Promise<number[]> {
  const id = await findUserId(text);
  return id === undefined ? [] : [id];
}

const findValues = (tracker: Definition, field: Field, text: string): readonly number[] =>
  idsByName(field, tracker).get(foldForSearch(text)) ?? [];

/** Ids of values by their names as searched for; what people added has negative ones. */
const idsByName = madeOnce((field: Field, tracker: Definition): ReadonlyMap<string, readonly number[]> => {
  const ids = new Map<string, number[]>();
  const add = (name: string, id: number): void => {
    const folded = foldForSearch(name);
    const same = ids.get(folded);
    if (same === undefined) ids.set(folded, [id]);
    else if (same.at(-1) !== id) same.push(id);
  };
  for (const { id, label, groupId } of field.values) {
    if (groupId === undefined) add(label, id);
    else for (const name of userGroupNames.namesOfGroup(groupId, tracker.groupNames.get(groupId))) add(name, id);
  }
  for (const { id, label } of field.openValues) add(label, -id);
  return ids;
});
