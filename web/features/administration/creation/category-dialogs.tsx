// What is asked about a category or value: its name and place, and before it goes.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take, takeTagged } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { Loading } from '../../../ui/feedback/async-states.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { listAll, listPlaces } from './category-tree.ts';
import type { Entry, Place } from './category-tree.ts';

/** Everything that shows categories or what is filed under them. */
export const touchedByCategories = [['/project_categories'], ['/projects']] as const;

interface Draft {
  name: string;
  parentId: number | null;
  isMandatory: boolean;
}

interface FormProps {
  title: string;
  saved: Draft;
  places: readonly Place[];
  onClose(): void;
  save(draft: Draft): Promise<unknown>;
}

function Form({ title, saved, places, onClose, save }: FormProps): ReactNode {
  const [draft, setDraft] = useState(saved);
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  return (
    <FormDialog
      title={title}
      action={t('ui.save')}
      invalidates={touchedByCategories}
      onClose={onClose}
      isReady={draft.name.trim() !== ''}
      send={() => save({ ...draft, name: draft.name.trim() })}
    >
      <TextField
        label={t('admin.name')}
        isRequired
        autoFocus
        value={draft.name}
        onChange={(name) => change({ name })}
      />
      {draft.parentId === null ? (
        <Checkbox isSelected={draft.isMandatory} onChange={(isMandatory) => change({ isMandatory })}>
          {t('creation.mandatory')}
        </Checkbox>
      ) : (
        <PickField
          label={t('creation.below')}
          choices={places.map(({ id, path }) => ({ id: String(id), label: path }))}
          value={String(draft.parentId)}
          onChange={(id) => id !== undefined && change({ parentId: Number(id) })}
        />
      )}
    </FormDialog>
  );
}

interface Props {
  tree: readonly Entry[];
  onClose(): void;
}

export const NewEntry = ({ tree, parentId, onClose }: Props & { parentId: number | null }): ReactNode => (
  <Form
    title={parentId === null ? t('creation.newCategory') : t('creation.newValue')}
    saved={{ name: '', parentId, isMandatory: false }}
    places={listPlaces(tree, undefined)}
    onClose={onClose}
    save={({ name, parentId: parent_id, isMandatory }) =>
      take(api.POST('/project_categories', { body: { name, parent_id, is_mandatory: isMandatory } }))
    }
  />
);

export function ChangedEntry({ tree, entry, onClose }: Props & { entry: Entry }): ReactNode {
  const { id, name } = entry;
  const { data } = useQuery({
    queryKey: ['/project_categories', id],
    queryFn: () => takeTagged(api.GET('/project_categories/{id}', { params: { path: { id } } })),
    staleTime: 0,
    gcTime: 0,
  });
  if (data === undefined) return <Loading lines={1} />;
  const { data: saved, etag } = data;
  return (
    <Form
      title={t('admin.changeOne', { name })}
      saved={{ name: saved.name, parentId: saved.parent_id, isMandatory: saved.is_mandatory }}
      places={listPlaces(tree, id)}
      onClose={onClose}
      save={(draft) =>
        take(
          api.PATCH('/project_categories/{id}', {
            params: { path: { id }, ...(etag === undefined ? {} : { header: { 'If-Match': etag } }) },
            body: { name: draft.name, parent_id: draft.parentId, is_mandatory: draft.isMandatory },
          }),
        )
      }
    />
  );
}

const namedMax = 50;

/** Names what is below it, and the projects that lose it. */
export function Removal({ entry, onClose }: { entry: Entry; onClose(): void }): ReactNode {
  const { id, name, below } = entry;
  const { data: filed } = useQuery({
    queryKey: ['/projects', 'filed', id],
    queryFn: () =>
      takeTagged(api.GET('/projects', { params: { query: { category: id, limit: namedMax, order: 'name' } } })),
    staleTime: 0,
  });
  const others = (filed?.size ?? 0) - (filed?.data.length ?? 0);
  return (
    <FormDialog
      title={t('creation.remove', { name })}
      action={t('admin.removeIt')}
      isDangerous
      isReady={filed !== undefined}
      invalidates={touchedByCategories}
      onClose={onClose}
      send={() => settle(api.DELETE('/project_categories/{id}', { params: { path: { id } } }))}
    >
      {below.length > 0 && (
        <p>
          {t('creation.goesAlong', {
            names: listAll(below)
              .map((one) => one.name)
              .join(', '),
          })}
        </p>
      )}
      {filed === undefined ? (
        <Loading lines={2} />
      ) : filed.data.length === 0 ? (
        <p>{t('creation.nobodyLoses')}</p>
      ) : (
        <>
          <p>{t('creation.loseIt')}</p>
          <ul aria-label={t('creation.loseIt')}>
            {filed.data.map((project) => (
              <li key={project.id}>{project.label}</li>
            ))}
            {others > 0 && <li>{t('creation.others', { count: others })}</li>}
          </ul>
        </>
      )}
    </FormDialog>
  );
}
