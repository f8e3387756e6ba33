// The ids that values in queries stand for: labels of list values, people, user groups.
import { viewMinimalGroup } from '../../projects/index.ts';
import type { Definition, Field } from '../../trackers/index.ts';
import { foldForSearch } from '../state/search-texts.ts';
import { refuse } from './query-context.ts';
import type { QueryContext, Searchable } from './query-context.ts';
import type { QueryValue } from './tql.ts';
import { says } from '../../../platform/texts/said.ts';

type Choice = Extract<QueryValue, { kind: 'text' | 'number' | 'myself' }>;

/** Ids of all values that are called so, in any case, hidden ones too. Throws invalid where there is none. */
export async function listChoice(
  context: QueryContext,
  { name, field }: Searchable,
  value: Choice,
): Promise<readonly number[]> {
  const isPeople = field === undefined || field.settings.bind?.kind === 'users' || isPersonType(field);
  if (value.kind === 'myself') {
    if (!isPeople)
      throw refuse(
        context,
        says('query.myself-people')`the list field '${name}' cannot be compared to MYSELF(): it lists no people`,
      );
    const own = context.viewer.user?.id;
    if (own === undefined)
      throw refuse(
        context,
        says('query.myself-anonymous')`anonymous visitors can’t use MYSELF() for the field '${name}'`,
      );
    return [own];
  }
  const ids = isPeople ? await findPerson(context, value.text) : findValues(context.tracker, field, value.text);
  if (ids.length === 0)
    throw refuse(
      context,
      says('query.list-value')`the value '${value.text}' doesn't exist for the list field '${name}'`,
    );
  return ids;
}

const isPersonType = (field: Field): boolean => field.type === 'subby' || field.type === 'luby';

async function findPerson({ findUserId }: QueryContext, text: string): Promise<number[]> {
  const id = await findUserId(text);
  return id === undefined ? [] : [id];
}

function findValues(tracker: Definition, field: Field, text: string): number[] {
  const wanted = foldForSearch(text);
  const added = field.openValues.filter(({ label }) => foldForSearch(label) === wanted).map(({ id }) => -id);
  const bound = field.values
    .filter(({ label, groupId }) => {
      if (groupId === undefined) return foldForSearch(label) === wanted;
      const group = viewMinimalGroup(groupId, tracker.project.id, tracker.groupNames.get(groupId));
      return [group.label, group.short_name].some((known) => foldForSearch(known) === wanted);
    })
    .map((value) => value.id);
  return [...bound, ...added];
}
