// Fields for people, looked up by name among all accounts, with pictures; oneself is offered first.
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ReactNode } from 'react';
import { ownPath } from '../../platform/addresses.ts';
import { api, take } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { writeName } from '../../platform/names/person-names.ts';
import type { Choice } from './choices.ts';
import { PickField, TagsField } from './pickers.tsx';
import type { PickerProps } from './pickers.tsx';
import { describeError } from '../feedback/async-states.tsx';
import { useSettled } from '../forms/use-settled.ts';

/** An account; `id` is its number as a text. */
export interface PersonChoice extends Choice {
  username: string;
}

const foundMax = 20;
/** How long nobody typed before the server is asked, in ms. */
const restMs = 150;

interface Account {
  id: number | null;
  username: string | null;
  display_name: string;
  avatar_url: string;
}

export const personChoice = ({ id, username, display_name: name, avatar_url: picture }: Account): PersonChoice => ({
  id: String(id ?? 0),
  username: username ?? '',
  label: writeName(name),
  picture: ownPath(picture),
});

interface FoundPeople {
  people: readonly PersonChoice[];
  note?: string | undefined;
  isSearching?: boolean;
}

const nobody: ReadonlySet<string> = new Set();

/** People by a typed text: those found, the one who asks first while too little is typed, and what to say beside them; without those of `present`. */
function usePeople(text: string, present = nobody): FoundPeople {
  const self = useSelf();
  const query = useDeferredValue(useSettled(text.trim(), restMs));
  const { data, error, isPending, isPlaceholderData } = useQuery({
    queryKey: ['/user_suggestions', query],
    queryFn: ({ signal }) =>
      take(api.GET('/user_suggestions', { params: { query: { query, limit: foundMax } }, signal })),
    enabled: query !== '',
    placeholderData: keepPreviousData,
  });
  const me =
    self === undefined || present.has(String(self.id))
      ? []
      : [{ ...personChoice(self), label: t('editors.people.me', { name: writeName(self.display_name) }) }];
  if (text.trim() === '') return { people: me, note: t('editors.people.type') };
  if (error !== null) return { people: [], note: t('editors.people.failed', { reason: describeError(error) }) };
  const found = (data ?? []).map(personChoice);
  const people = found.filter(({ id }) => !present.has(id));
  const isSearching = isPending || isPlaceholderData || query !== text.trim();
  if (people.length === 0) {
    const none = t(found.length === 0 ? 'editors.people.nobody' : 'editors.people.present');
    return { people, note: isSearching ? t('ui.loading') : none, isSearching };
  }
  return { people, note: found.length >= foundMax ? t('editors.more') : undefined, isSearching };
}

type Props = Omit<PickerProps, 'choices' | 'onSearch' | 'note' | 'isSearching'>;

const isPerson = (choice: Choice): choice is PersonChoice =>
  'username' in choice && typeof choice.username === 'string';

/** One person. */
export function PersonField({
  person,
  onChange,
  ...props
}: Props & { person: PersonChoice | undefined; onChange(person: PersonChoice | undefined): void }): ReactNode {
  const [text, setText] = useState('');
  const { people, note, isSearching } = usePeople(text);
  const choices = person === undefined || people.some(({ id }) => id === person.id) ? people : [...people, person];
  return (
    <PickField
      {...props}
      choices={choices}
      value={person?.id}
      onChange={(id) => onChange(choices.find((choice) => choice.id === id))}
      onSearch={setText}
      note={note}
      isSearching={isSearching}
      isClearable={props.isRequired !== true}
    />
  );
}

interface ManyProps extends Props {
  people: readonly PersonChoice[];
  /** Ids of those who are not offered, because they are there already. */
  present?: ReadonlySet<string>;
  onChange(people: readonly PersonChoice[]): void;
  /** Offered for an address that nobody found has. */
  onInvite?: ((address: string) => void) | undefined;
}

const isAddress = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text.trim());

/** Several people. Each is looked up by a text of their own, so that the list closes once one is chosen. */
export function PeopleField({ people: chosen, present = nobody, onChange, onInvite, ...props }: ManyProps): ReactNode {
  const [text, setText] = useState('');
  const { people, note, isSearching } = usePeople(text, present);
  const mayInvite = onInvite !== undefined && people.length === 0 && isSearching !== true && isAddress(text);
  return (
    <TagsField
      {...(mayInvite
        ? { onCreate: onInvite, describeNew: (email: string) => t('editors.people.invite', { email }) }
        : {})}
      {...props}
      choices={people}
      closesOnChoice
      chosen={chosen}
      onChange={(next) => onChange(next.filter(isPerson))}
      onSearch={setText}
      note={note}
      isSearching={isSearching}
    />
  );
}
