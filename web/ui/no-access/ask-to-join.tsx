// Asks the administrators of a project to be let in, also where one may not know whether there is such a project.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, settle } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { Button } from '../button.tsx';
import { TextField } from '../forms/fields.tsx';
import { Notice } from '../feedback/async-states.tsx';
import { When } from '../dates/when.tsx';
import { useDraft } from '../forms/use-draft.ts';
import { ownRequestsQuery, takeBackRequest } from './own-requests.ts';
import css from '../ui.module.css';
import { useSubmit } from '../forms/use-submit.ts';

/** A project by its name, or one thing in it. */
export type Asked =
  | { project: string }
  | { artifact: number }
  | { tracker: number }
  | { kanban: number }
  | { repository: number }
  | { pull_request: number };

const longestMessage = 1000;

/** As the server writes what somebody asked for. */
const nameOf = (asked: Asked): string =>
  Object.entries(asked)
    .map(([kind, what]) =>
      kind === 'project'
        ? String(what).toLowerCase()
        : `${kind === 'artifact' ? 'art' : kind.replace('_', ' ')} #${what}`,
    )
    .join('');

interface WaitingProps {
  askedAt: string;
  problem: string | undefined;
  isSending: boolean;
  onTakeBack(): void;
}

function Waiting({ askedAt, problem, isSending, onTakeBack }: WaitingProps): ReactNode {
  const [before, after] = t('join.waits', { when: '\n' }).split('\n');
  return (
    <div className={css.stack}>
      <p>
        {before}
        <When iso={askedAt} />
        {after}
      </p>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <Button isDisabled={isSending} onPress={onTakeBack}>
        {t('join.takeBack')}
      </Button>
    </div>
  );
}

/** `isKnown`: the person sees the project. */
export function AskToJoin({ asked, isKnown = false }: { asked: Asked; isKnown?: boolean }): ReactNode {
  const name = nameOf(asked);
  const draft = useDraft(`join ${name}`, { message: '' });
  const { submit, isSending, problem } = useSubmit({ invalidates: [ownRequestsQuery.queryKey] });
  const { data } = useQuery(ownRequestsQuery);
  const former = data?.find((request) => request.asked === name);
  const send = (): Promise<boolean> =>
    submit(async () => {
      await settle(api.POST('/join_requests', { body: { ...asked, message: draft.values.message } }));
      draft.drop();
    }, t('join.sent'));
  const takeBack = (id: number): Promise<boolean> => submit(() => takeBackRequest(id), t('join.takenBack'));
  if (former?.is_refused === false)
    return (
      <Waiting
        askedAt={former.asked_at}
        problem={problem}
        isSending={isSending}
        onTakeBack={() => void takeBack(former.id)}
      />
    );
  return (
    <form
      className={css.stack}
      aria-label={t('join.title')}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p>{former === undefined ? t(isKnown ? 'join.openText' : 'join.text') : t('join.refused')}</p>
      <TextField
        label={t('join.message')}
        hint={t('join.messageHint')}
        rows={3}
        maxLength={longestMessage}
        value={draft.values.message}
        error={problem}
        onChange={(message) => draft.change({ message })}
      />
      <Button type="submit" isDisabled={isSending}>
        {t('join.send')}
      </Button>
    </form>
  );
}
