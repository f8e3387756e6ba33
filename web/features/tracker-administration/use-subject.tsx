// Choosing somebody as whom a tracker is looked at: anybody of a group, or one person with all groups that they belong to.
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Select } from '../../ui/forms/fields.tsx';
import { PersonField } from '../../ui/pickers/people-pickers.tsx';
import type { PersonChoice } from '../../ui/pickers/people-pickers.tsx';
import { describeError } from '../../ui/feedback/async-states.tsx';
import { groupsWithin } from './form/viewing.ts';
import type { Subject } from './form/viewing.ts';
import { useDefinition } from './definition/use-definition.ts';

const nobody = 'nobody-chosen';
const somebody = 'a-person';

/** `none` is what the choice says where nobody is chosen. */
export function useSubject(label: string, none: string): { subject: Subject | undefined; picker: ReactNode } {
  const { tracker, groups } = useDefinition();
  const [choice, setChoice] = useState(nobody);
  const [person, setPerson] = useState<PersonChoice>();
  const userId = Number(person?.id ?? 0);
  const { data: rights, error } = useQuery({
    queryKey: ['/trackers', tracker.id, 'effective_rights', userId],
    queryFn: () =>
      take(
        api.GET('/trackers/{id}/effective_rights', {
          params: { path: { id: tracker.id }, query: { user_id: userId } },
        }),
      ),
    enabled: choice === somebody && userId !== 0,
    retry: false,
  });
  const subject = useMemo((): Subject | undefined => {
    const group = groups.find(({ id }) => id === choice);
    if (group !== undefined) return { label: group.label, groups: groupsWithin(group.id), isAllowedAll: false };
    if (choice !== somebody || rights === undefined || person === undefined) return undefined;
    return { label: person.label, groups: rights.groups, isAllowedAll: rights.is_site_administrator };
  }, [groups, choice, rights, person]);
  const choices = [
    { id: nobody, label: none },
    { id: somebody, label: t('design.view.asPerson') },
    ...groups.map(({ id, label: name }) => ({ id, label: t('design.view.as', { group: name }) })),
  ];
  const picker = (
    <>
      <Select label={label} isLabelHidden choices={choices} value={choice} onChange={setChoice} />
      {choice === somebody && (
        <PersonField
          label={t('design.view.person')}
          isLabelHidden
          placeholder={t('design.view.person')}
          person={person}
          onChange={setPerson}
          error={error === null ? undefined : describeError(error)}
        />
      )}
    </>
  );
  return { subject, picker };
}
