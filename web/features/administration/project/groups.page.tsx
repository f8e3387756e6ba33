// The groups of a project: new ones, and who is in each.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { FormDialog } from '../form-dialog.tsx';
import { useSending } from '../use-sending.ts';
import { MembersEditor } from './members.tsx';
import { useProject } from './project-administration.layout.tsx';

interface GroupDialogProps {
  title: string;
  action: string;
  /** Of a group that is there; a new one has a description, too. */
  name?: string;
  onClose(): void;
  save(name: string, description: string): Promise<unknown>;
}

function GroupDialog({ title, action, name: saved, onClose, save }: GroupDialogProps): ReactNode {
  const { id } = useProject();
  const [name, setName] = useState(saved ?? '');
  const [description, setDescription] = useState('');
  const { send, isSending, problem } = useSending(['/projects', id]);
  return (
    <FormDialog
      {...{ title, action, isSending, problem, onClose }}
      isReady={name.trim() !== ''}
      send={() => send(() => save(name.trim(), description))}
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

export function GroupsPage(): ReactNode {
  const { id } = useProject();
  const [chosen, setChosen] = useState<string>();
  const [isMaking, setMaking] = useState(false);
  const [isRenaming, setRenaming] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['/projects', id, 'own_groups'],
    queryFn: () => take(api.GET('/projects/{id}/user_groups', { params: { path: { id } } })),
  });
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={4} />;
  const own = data.filter(({ id: groupId }) => !groupId.includes('_'));
  const group = own.find((one) => one.id === chosen) ?? own[0];
  return (
    <div className={css.columns}>
      <section className={ui.stack} aria-label={t('admin.groups')}>
        <div className={ui.row}>
          <Button tone="primary" onPress={() => setMaking(true)}>
            {t('admin.newGroup')}
          </Button>
          {group !== undefined && <Button onPress={() => setRenaming(true)}>{t('admin.rename')}</Button>}
        </div>
        {own.length === 0 ? (
          <Empty title={t('admin.noGroups')} />
        ) : (
          <ul className={`${ui.card} ${css.people}`}>
            {own.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className={css.pick}
                  aria-pressed={one === group}
                  onClick={() => setChosen(one.id)}
                >
                  {one.label}
                </button>
              </li>
            ))}
          </ul>
        )}
      </section>
      {group !== undefined && <MembersEditor key={group.id} groupId={group.id} label={group.label} projectId={id} />}
      {isRenaming && group !== undefined && (
        <GroupDialog
          title={t('admin.rename')}
          action={t('admin.save')}
          name={group.short_name}
          onClose={() => setRenaming(false)}
          save={(name) =>
            take(api.PATCH('/user_groups/{id}', { params: { path: { id: group.id } }, body: { short_name: name } }))
          }
        />
      )}
      {isMaking && (
        <GroupDialog
          title={t('admin.newGroup')}
          action={t('admin.create')}
          onClose={() => setMaking(false)}
          save={async (name, description) => {
            const body = { project_id: id, short_name: name, description };
            setChosen((await take(api.POST('/user_groups', { body }))).id);
          }}
        />
      )}
    </div>
  );
}
