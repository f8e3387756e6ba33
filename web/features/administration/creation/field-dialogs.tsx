// What is asked about a field of all projects: what it is, and before it goes.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take, takeTagged } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Checkbox, Select, TextField } from '../../../ui/forms/fields.tsx';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';

/** Everything that shows fields of projects or what was written there. */
export const touchedByFields = [['/project_fields'], ['/projects']] as const;

interface Draft {
  name: string;
  description: string;
  type: 'line' | 'text';
  is_required: boolean;
}

interface FormProps {
  title: string;
  saved: Draft;
  onClose(): void;
  save(draft: Draft): Promise<unknown>;
}

function Form({ title, saved, onClose, save }: FormProps): ReactNode {
  const [draft, setDraft] = useState(saved);
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  return (
    <FormDialog
      title={title}
      action={t('ui.save')}
      invalidates={touchedByFields}
      onClose={onClose}
      isReady={draft.name.trim() !== ''}
      send={() => save({ ...draft, name: draft.name.trim() })}
    >
      <TextField
        label={t('admin.name')}
        isRequired
        autoFocus
        maxLength={255}
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      <TextField
        label={t('admin.description')}
        hint={t('creation.fieldHint')}
        rows={2}
        maxLength={2000}
        value={draft.description}
        onChange={(description) => change({ description })}
      />
      <Select
        label={t('creation.fieldType')}
        choices={[
          { id: 'line', label: t('creation.field.line') },
          { id: 'text', label: t('creation.field.text') },
        ]}
        value={draft.type}
        onChange={(type) => change({ type: type === 'line' ? 'line' : 'text' })}
      />
      <Checkbox isSelected={draft.is_required} onChange={(isRequired) => change({ is_required: isRequired })}>
        {t('creation.fieldRequired')}
      </Checkbox>
    </FormDialog>
  );
}

export const NewField = ({ onClose }: { onClose(): void }): ReactNode => (
  <Form
    title={t('creation.newField')}
    saved={{ name: '', description: '', type: 'line', is_required: false }}
    onClose={onClose}
    save={(body) => take(api.POST('/project_fields', { body }))}
  />
);

interface OneProps {
  id: number;
  onClose(): void;
}

/** Under `removal` it is not read again with the others, once it is gone. */
const useField = (id: number, root: '/project_fields' | 'removal') =>
  useQuery({
    queryKey: [root, id],
    queryFn: () => takeTagged(api.GET('/project_fields/{id}', { params: { path: { id } } })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });

const tagOf = (etag: string | undefined) => (etag === undefined ? {} : { header: { 'If-Match': etag } });

export function ChangedField({ id, onClose }: OneProps): ReactNode {
  const { data } = useField(id, '/project_fields');
  if (data === undefined) return <Loading lines={1} />;
  const { name, description, type, is_required } = data.data;
  return (
    <Form
      title={t('admin.changeOne', { name })}
      saved={{ name, description, type, is_required }}
      onClose={onClose}
      save={(body) => take(api.PATCH('/project_fields/{id}', { params: { path: { id }, ...tagOf(data.etag) }, body }))}
    />
  );
}

/** Names the projects that lose what they wrote. */
export function FieldRemoval({ id, onClose }: OneProps): ReactNode {
  const { data } = useField(id, 'removal');
  if (data === undefined) return <Loading lines={1} />;
  const { name, filled_by: projects, filled_count: count } = data.data;
  const others = count - projects.length;
  const remove = () => settle(api.DELETE('/project_fields/{id}', { params: { path: { id }, ...tagOf(data.etag) } }));
  return (
    <FormDialog
      title={t('creation.remove', { name })}
      action={t('admin.removeIt')}
      isDangerous
      invalidates={touchedByFields}
      onClose={onClose}
      send={remove}
    >
      {count === 0 ? (
        <p>{t('creation.nobodyFilled')}</p>
      ) : (
        <>
          <p>{t('creation.filledBy')}</p>
          <ul aria-label={t('creation.filledBy')}>
            {projects.map((project) => (
              <li key={project.id}>{project.label}</li>
            ))}
            {others > 0 && <li>{t('creation.others', { count: others })}</li>}
          </ul>
        </>
      )}
    </FormDialog>
  );
}
