// What a list takes its values from, and which of people and groups a new artifact begins with.
import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Select } from '../../../ui/forms/fields.tsx';
import { PeopleField, PersonField, personChoice } from '../../../ui/pickers/people-pickers.tsx';
import type { PersonChoice } from '../../../ui/pickers/people-pickers.tsx';
import { PickField, TagsField } from '../../../ui/pickers/pickers.tsx';
import { newId } from '../definition/definition-draft.ts';
import type { DraftField } from '../definition/definition-draft.ts';
import { useDefinition } from '../definition/use-definition.ts';
import { ValuesEditor } from './values-editor.tsx';
import { fieldIs } from '../../fields/index.ts';

interface ListProps {
  field: DraftField;
  change(change: Partial<DraftField>): void;
}

const takesOne = (field: DraftField): boolean => fieldIs.choice(field);

/** Those who are chosen here are known; others are asked for by their ids. */
function DefaultPeople({ field, change }: ListProps): ReactNode {
  const [picked, setPicked] = useState<readonly PersonChoice[]>([]);
  const asked = useQueries({
    queries: field.defaults.map((id) => ({
      queryKey: ['/users', id],
      queryFn: () => take(api.GET('/users/{id}', { params: { path: { id: String(id) } } })),
      enabled: picked.every((person) => person.id !== String(id)),
    })),
  });
  const people = field.defaults.map((id, index): PersonChoice => {
    const user = asked[index]?.data;
    const known = picked.find((person) => person.id === String(id));
    return known ?? (user === undefined ? { id: String(id), username: '', label: `#${id}` } : personChoice(user));
  });
  const choose = (next: readonly PersonChoice[]): void => {
    setPicked([...picked, ...next]);
    change({ defaults: next.map(({ id }) => Number(id)) });
  };
  const label = t('design.set.default');
  if (!takesOne(field)) return <PeopleField label={label} people={people} onChange={choose} />;
  return (
    <PersonField label={label} person={people[0]} onChange={(person) => choose(person === undefined ? [] : [person])} />
  );
}

function DefaultGroups({ field, change }: ListProps): ReactNode {
  const label = t('design.set.default');
  const choices = field.values.map(({ id, label: name }) => ({ id: String(id), label: name }));
  const chosen = choices.filter(({ id }) => field.defaults.includes(Number(id)));
  if (!takesOne(field))
    return (
      <TagsField
        {...{ label, choices, chosen }}
        onChange={(next) => change({ defaults: next.map(({ id }) => Number(id)) })}
      />
    );
  return (
    <PickField
      {...{ label, choices }}
      value={chosen[0]?.id}
      placeholder={t('design.day.none')}
      isClearable
      onChange={(id) => change({ defaults: id === undefined ? [] : [Number(id)] })}
    />
  );
}

/** What a list takes its values from; for good once it is saved. */
export function ListSource({ field, change }: ListProps): ReactNode {
  const { groups } = useDefinition();
  const { bind = 'static' } = field;
  const groupChoices = groups.map(({ id, label }) => ({ id, label }));
  // Those that the project made itself; all others have fewer than three digits, or the project before them.
  const own = groups.filter(({ id }) => /^\d{3,}$/.test(id) && id !== '100').map(({ id, label }) => ({ id, label }));
  const people = [
    { id: '3', label: t('design.people.members') },
    { id: '4', label: t('design.people.admins') },
    { id: '2', label: t('design.people.registered') },
    { id: '0', label: t('design.people.submitters') },
    ...own,
  ];
  const chooseGroups = (ids: readonly string[]): void => {
    const values = ids.map(
      (groupId) =>
        field.values.find((value) => value.groupId === groupId) ?? {
          id: newId(),
          label: groups.find(({ id }) => id === groupId)?.label ?? groupId,
          isHidden: false,
          colour: '',
          groupId,
        },
    );
    change({ values, defaults: field.defaults.filter((id) => values.some((value) => value.id === id)) });
  };
  return (
    <>
      <Select
        label={t('design.bind')}
        choices={(['static', 'users', 'ugroups'] as const).map((id) => ({ id, label: t(`design.bind.${id}`) }))}
        value={bind}
        isDisabled={field.id > 0}
        hint={field.id > 0 ? t('design.bind.forGood') : undefined}
        onChange={(id) => {
          if (id === 'static' || id === 'users' || id === 'ugroups')
            change({ bind: id, values: [], defaults: [], offered: id === 'users' ? ['3'] : [] });
        }}
      />
      {bind === 'users' && (
        <TagsField
          label={t('design.offered')}
          choices={people}
          chosen={field.offered.map((id) => people.find((one) => one.id === id) ?? { id, label: id })}
          onChange={(chosen) => change({ offered: chosen.map(({ id }) => id) })}
        />
      )}
      {bind === 'users' && <DefaultPeople field={field} change={change} />}
      {bind === 'ugroups' && (
        <TagsField
          label={t('design.offeredGroups')}
          choices={groupChoices}
          chosen={field.values.flatMap(({ groupId, label }) => (groupId === undefined ? [] : [{ id: groupId, label }]))}
          onChange={(chosen) => chooseGroups(chosen.map(({ id }) => id))}
        />
      )}
      {bind === 'ugroups' && field.values.length > 0 && <DefaultGroups field={field} change={change} />}
      {bind === 'static' && <ValuesEditor field={field} change={change} />}
    </>
  );
}
