// Questions about a group of a project: its name, its end, and the group of the directory that it follows.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { useProject } from './project-administration.layout.tsx';

/** What a group follows; null: nothing, undefined: the site has no directory, or the group can follow none. */
export type Source = Schemas['GroupBinding'] | null | undefined;

export interface Group {
  id: string;
  label: string;
  source: Source;
}

type Listed = Pick<Schemas['UserGroup'], 'id' | 'label' | 'additional_information'>;

export const readGroup = ({ id, label, additional_information: more }: Listed): Group => ({
  id,
  label,
  source: Array.isArray(more) ? undefined : more.ldap,
});

/** Whether nobody else can be in it. */
export const followsAlone = ({ source }: Group): boolean => source?.bind_option === 'bind';

/** Groups that every project has, and its own. */
export const groupsQuery = (id: number) => ({
  queryKey: ['/projects', id, 'own_groups'],
  queryFn: () => take(api.GET('/projects/{id}/user_groups', { params: { path: { id } } })),
});

interface NameProps {
  title: string;
  action: string;
  /** Of a group that is there; a new one has a description, too. */
  name?: string;
  onClose(): void;
  save(name: string, description: string): Promise<unknown>;
}

export function GroupDialog({ title, action, name: saved, onClose, save }: NameProps): ReactNode {
  const { id } = useProject();
  const [name, setName] = useState(saved ?? '');
  const [description, setDescription] = useState('');
  return (
    <FormDialog
      invalidates={[['/projects', id]]}
      {...{ title, action, onClose }}
      isReady={name.trim() !== ''}
      send={() => save(name.trim(), description)}
    >
      <TextField
        label={t('admin.name')}
        isRequired
        autoFocus
        value={name}
        onChange={setName}
        hint={t('admin.groupHint')}
      />
      {saved === undefined && (
        <TextField label={t('admin.description')} value={description} onChange={setDescription} rows={2} />
      )}
    </FormDialog>
  );
}

export interface GroupProps {
  group: Group;
  onClose(): void;
}

/** Asks before the group goes, and tells what uses it. */
export function GroupDeletion({ group, onClose }: GroupProps): ReactNode {
  const { id } = useProject();
  const params = { path: { id: group.id } };
  const { data, error, refetch } = useQuery({
    queryKey: ['/user_groups', group.id, 'uses'],
    queryFn: () => take(api.GET('/user_groups/{id}/uses', { params })),
    staleTime: 0,
  });
  return (
    <FormDialog
      title={t('groups.deleteOne', { name: group.label })}
      action={t('groups.delete')}
      isDangerous
      isReady={data !== undefined}
      invalidates={[['/projects', id]]}
      onClose={onClose}
      send={() => settle(api.DELETE('/user_groups/{id}', { params }))}
    >
      <p>{t('groups.deleteText')}</p>
      {error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {error === null && data === undefined && <Loading lines={2} />}
      {data?.length === 0 && <p className={ui.soft}>{t('groups.unused')}</p>}
      {data !== undefined && data.length > 0 && (
        <section aria-label={t('groups.uses')}>
          <h3>{t('groups.uses')}</h3>
          <ul className={css.list}>
            {data.map(({ kind, label, count }) => (
              <li key={`${kind} ${label}`}>
                {t(`groups.use.${kind}`)} {label !== '' && <strong>{label}</strong>}
                {count > 1 && <span className={ui.faint}> ({count})</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </FormDialog>
  );
}

/** What the group follows, and the way there and back. Nothing where there is no directory. */
export function FollowedSource({ group, onBind }: { group: Group; onBind(): void }): ReactNode {
  const { id } = useProject();
  const { submit, isSending, problem } = useSubmit({
    invalidates: [
      ['/projects', id],
      ['/user_groups', group.id],
    ],
    toast: t('ui.saved'),
  });
  if (group.source === undefined) return undefined;
  const params = { path: { id: group.id } };
  return (
    <div className={ui.stack}>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      {group.source !== null && (
        <p>
          {t('groups.bound', { label: group.source.label })}{' '}
          {group.source.bind_option === 'preserve_members' && t('groups.boundStay')}
        </p>
      )}
      <div className={ui.row}>
        <Button onPress={onBind}>{t('groups.bind')}</Button>
        {group.source !== null && (
          <Button
            isDisabled={isSending}
            onPress={() => void submit(() => settle(api.DELETE('/user_groups/{id}/directory_group', { params })))}
          >
            {t('groups.unbind')}
          </Button>
        )}
      </div>
    </div>
  );
}
