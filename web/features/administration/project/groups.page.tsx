// The groups of a project: new ones, and who is in each.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, take } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { Dialog } from '../../../ui/overlays.tsx';
import { Empty, ErrorState, Loading, Notice } from '../../../ui/states.tsx';
import ui from '../../../ui/ui.module.css';
import css from '../administration.module.css';
import { useSending } from '../use-sending.ts';
import { MembersEditor } from './members.tsx';
import { useProject } from './project-administration.layout.tsx';

function RenameGroup({ group, onClose }: { group: { id: string; short_name: string }; onClose(): void }): ReactNode {
  const { id } = useProject();
  const [name, setName] = useState(group.short_name);
  const { send, isSending, problem } = useSending(['/projects', id]);
  const rename = async (): Promise<void> => {
    const body = { short_name: name.trim() };
    if (await send(() => take(api.PATCH('/user_groups/{id}', { params: { path: { id: group.id } }, body })))) onClose();
  };
  return (
    <Dialog title={t('admin.rename')} isOpen onClose={onClose}>
      <form
        className={ui.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) void rename();
        }}
      >
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <TextField
          label={t('admin.name')}
          isRequired
          autoFocus
          value={name}
          onChange={setName}
          hint={t('admin.groupHint')}
        />
        <div className={ui.actions}>
          <Button onPress={onClose}>{t('admin.cancel')}</Button>
          <Button type="submit" tone="primary" isDisabled={name.trim() === '' || isSending}>
            {t('admin.save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function NewGroup({ onClose, onMade }: { onClose(): void; onMade(id: string): void }): ReactNode {
  const { id } = useProject();
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const { send, isSending, problem } = useSending(['/projects', id]);
  const make = async (): Promise<void> => {
    await send(async () => {
      const group = await take(
        api.POST('/user_groups', { body: { project_id: id, short_name: name.trim(), description } }),
      );
      onMade(group.id);
      onClose();
    });
  };
  return (
    <Dialog title={t('admin.newGroup')} isOpen onClose={onClose}>
      <form
        className={ui.stack}
        onSubmit={(event) => {
          event.preventDefault();
          if (!isSending) void make();
        }}
      >
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <TextField
          label={t('admin.name')}
          isRequired
          autoFocus
          value={name}
          onChange={setName}
          hint={t('admin.groupHint')}
        />
        <TextField label={t('admin.description')} value={description} onChange={setDescription} rows={2} />
        <div className={ui.actions}>
          <Button onPress={onClose}>{t('admin.cancel')}</Button>
          <Button type="submit" tone="primary" isDisabled={name.trim() === '' || isSending}>
            {t('admin.create')}
          </Button>
        </div>
      </form>
    </Dialog>
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
      {isRenaming && group !== undefined && <RenameGroup group={group} onClose={() => setRenaming(false)} />}
      {isMaking && <NewGroup onClose={() => setMaking(false)} onMade={setChosen} />}
    </div>
  );
}
