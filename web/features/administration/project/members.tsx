// The people of a group or a project: many are added at once, one is taken out; nothing is lost that somebody else did meanwhile.
import { foldText } from '../../../../contract/fold-text.ts';
import { useQuery } from '@tanstack/react-query';
import { UserMinus } from 'lucide-react';
import { useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { api, settle, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { writeName } from '../../../platform/names/person-names.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { PeopleField } from '../../../ui/pickers/people-pickers.tsx';
import type { PersonChoice } from '../../../ui/pickers/people-pickers.tsx';
import { describeError, Empty, ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Person } from '../../../ui/avatar.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';

const pageMax = 50;

interface People {
  people: readonly Schemas['User'][];
  /** Another change makes it stale. */
  etag?: string | undefined;
}

/** Where the people of an editor come from, and how they change. */
export interface PeopleSource {
  query: { queryKey: readonly unknown[]; queryFn(): Promise<People> };
  add(data: People, userIds: readonly number[]): Promise<void>;
  remove(data: People, person: Schemas['User']): Promise<void>;
}

/** All of them. */
async function readMembers(id: string): Promise<People> {
  const people: Schemas['User'][] = [];
  for (;;) {
    const {
      data,
      size = 0,
      etag,
    } = await takeTagged(
      api.GET('/user_groups/{id}/users', {
        params: { path: { id }, query: { limit: pageMax, offset: people.length } },
      }),
    );
    people.push(...data);
    if (data.length === 0 || people.length >= size) return { people, etag };
  }
}

/** The people of a user group. */
export function groupPeople(id: string): PeopleSource {
  const put = ({ etag }: People, userIds: readonly (number | null)[]): Promise<void> =>
    settle(
      api.PUT('/user_groups/{id}/users', {
        params: { path: { id }, ...(etag === undefined ? {} : { header: { 'If-Match': etag } }) },
        body: { user_references: userIds.map((userId) => ({ id: userId })) },
      }),
    );
  const idsOf = ({ people }: People): (number | null)[] => people.map((person) => person.id);
  return {
    query: { queryKey: ['/user_groups', id, 'users'], queryFn: () => readMembers(id) },
    add: (data, userIds) => put(data, [...new Set([...idsOf(data), ...userIds])]),
    remove: (data, person) =>
      put(
        data,
        idsOf(data).filter((userId) => userId !== person.id),
      ),
  };
}

function AddPeople({
  present,
  isSending,
  add,
  onInvite,
  children,
}: {
  present: readonly number[];
  isSending: boolean;
  /** Answers whether it went well. */
  add(ids: readonly number[]): Promise<boolean>;
  onInvite?: ((address: string) => void) | undefined;
  /** Beside the field. */
  children: ReactNode;
}): ReactNode {
  const [people, setPeople] = useState<readonly PersonChoice[]>([]);
  const send = async (): Promise<void> => {
    if (await add(people.map(({ id }) => Number(id)))) setPeople([]);
  };
  return (
    <div className={css.addRow}>
      <PeopleField
        label={t('admin.addPeople')}
        people={people}
        present={new Set(present.map(String))}
        onChange={setPeople}
        onInvite={onInvite}
      />
      {children}
      <Button tone="primary" isDisabled={people.length === 0 || isSending} onPress={() => void send()}>
        {t('admin.add')}
      </Button>
    </div>
  );
}

interface MemberProps {
  person: Schemas['User'];
  isSending: boolean;
  /** Absent where only the directory does. */
  takeOut?(): void;
  children: ReactNode;
}

const Member = ({ person, isSending, takeOut, children }: MemberProps): ReactNode => (
  <li>
    <span className={`${ui.grow} ${ui.row}`}>
      <Person person={person} />
    </span>
    {children}
    {takeOut !== undefined && (
      <Button
        tone="quiet"
        isIcon
        isDisabled={isSending}
        aria-label={t('admin.takeOut', { name: writeName(person.display_name) })}
        onPress={takeOut}
      >
        <UserMinus />
      </Button>
    )}
  </li>
);

interface Question {
  title: string;
  text: string;
}

const Leaving = ({
  text,
  ...props
}: Question & Pick<ComponentProps<typeof FormDialog>, 'invalidates' | 'onClose' | 'send'>): ReactNode => (
  <FormDialog {...props} action={t('admin.removeIt')} isDangerous>
    <p>{text}</p>
  </FormDialog>
);

interface EditorProps {
  source: PeopleSource;
  label: string;
  projectId: number;
  /** Whether nobody is added here, because its people are those of a group of the directory. */
  isFollowing?: boolean;
  /** Whether the person is removed here; where left out, everyone unless `isFollowing`. */
  isRemovable?: (person: Schemas['User']) => boolean;
  /** What is chosen for those who are added. */
  adding?: ReactNode;
  /** What is asked before a person is taken out; undefined where adding them again is all it takes. */
  describeLeaving?: (person: Schemas['User']) => Question | undefined;
  /** What follows when an address is typed that nobody has; absent where people are not invited. */
  onInvite?: (address: string) => void;
  /** What more there is to each person. */
  renderMore?: (person: Schemas['User']) => ReactNode;
}

export function MembersEditor({ source, label, projectId, isFollowing = false, ...more }: EditorProps): ReactNode {
  const { describeLeaving, renderMore, onInvite, adding, isRemovable = () => !isFollowing } = more;
  const { data, error, refetch } = useQuery(source.query);
  const [words, setWords] = useState('');
  const [leaving, setLeaving] = useState<Schemas['User']>();
  const invalidates = [['/user_groups'], ['/projects', projectId]];
  const { submit, isSending, problem } = useSubmit({ invalidates, toast: t('ui.saved') });
  if (data === undefined)
    return error === null ? <Loading lines={4} /> : <ErrorState error={error} onRetry={() => void refetch()} />;
  const { people } = data;
  const ids = people.flatMap(({ id }) => id ?? []);
  const takeOut = (person: Schemas['User']): Promise<void> => source.remove(data, person);
  const ask = (person: Schemas['User']): void =>
    describeLeaving?.(person) === undefined ? void submit(() => takeOut(person)) : setLeaving(person);
  const asked = leaving && describeLeaving?.(leaving);
  const wanted = foldText(words.trim());
  const shown = people.filter((person) => foldText(person.display_name).includes(wanted));
  return (
    <section className={ui.stack} aria-label={label}>
      <h2>
        {label} <span className={`${ui.faint} ${ui.small}`}>{people.length}</span>
      </h2>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {error !== null && <Notice kind="error">{describeError(error)}</Notice>}
      {!isFollowing && (
        <AddPeople
          present={ids}
          isSending={isSending}
          onInvite={onInvite}
          add={(userIds) => submit(() => source.add(data, userIds))}
        >
          {adding}
        </AddPeople>
      )}
      {people.length > 8 && (
        <TextField
          label={t('admin.find')}
          isLabelHidden
          placeholder={t('admin.find')}
          value={words}
          onChange={setWords}
        />
      )}
      {shown.length === 0 ? (
        <Empty title={t('admin.nobody')} />
      ) : (
        <ul className={`${ui.card} ${css.people}`}>
          {shown.map((person) => (
            <Member
              key={person.id}
              person={person}
              isSending={isSending}
              {...(isRemovable(person) ? { takeOut: () => ask(person) } : {})}
            >
              {renderMore?.(person)}
            </Member>
          ))}
        </ul>
      )}
      {leaving !== undefined && asked !== undefined && (
        <Leaving {...{ ...asked, invalidates }} onClose={() => setLeaving(undefined)} send={() => takeOut(leaving)} />
      )}
    </section>
  );
}
