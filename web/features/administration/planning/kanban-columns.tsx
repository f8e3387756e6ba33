// The columns of a kanban, which are open values of its tracker's status: added, named, limited, ordered, taken away.
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { kanbanQuery } from '../../kanban/index.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { OrderButtons } from './order-buttons.tsx';
import css from './planning-setup.module.css';
import { moveOne } from './wall-draft.ts';

type Column = Schemas['KanbanColumn'];

interface DialogProps {
  kanbanId: number;
  onClose(): void;
}

function Editor({ kanbanId, column, onClose }: DialogProps & { column: Column | undefined }): ReactNode {
  const [label, setLabel] = useState(column?.label ?? '');
  const [limit, setLimit] = useState(column?.limit === null || column === undefined ? '' : String(column.limit));
  const isLimit = /^\d{0,6}$/.test(limit.trim());
  const save = async (): Promise<void> => {
    const name = label.trim();
    const added =
      column ??
      (await take(api.POST('/kanban/{id}/columns', { params: { path: { id: kanbanId } }, body: { label: name } })));
    const wanted = limit.trim() === '' ? null : Number(limit);
    if (column === undefined && wanted === null) return;
    const params = { path: { id: added.id }, query: { kanban_id: kanbanId } };
    const isRenamed = name !== added.label;
    await settle(
      api.PATCH('/kanban_columns/{id}', { params, body: { wip_limit: wanted, ...(isRenamed ? { label: name } : {}) } }),
    );
  };
  return (
    <FormDialog
      title={column === undefined ? t('plans.addColumn') : t('admin.changeOne', { name: column.label })}
      action={t('ui.save')}
      invalidates={[['/kanban', kanbanId]]}
      onClose={onClose}
      isReady={label.trim() !== '' && isLimit}
      send={save}
    >
      <TextField label={t('admin.name')} isRequired autoFocus value={label} onChange={setLabel} />
      <TextField
        label={t('plans.limit')}
        hint={t('plans.limitHint')}
        error={isLimit ? undefined : t('plans.limitWrong')}
        inputMode="numeric"
        value={limit}
        onChange={setLimit}
      />
    </FormDialog>
  );
}

function Removal({ kanbanId, column, onClose }: DialogProps & { column: Column }): ReactNode {
  const params = { path: { id: column.id }, query: { kanban_id: kanbanId } };
  return (
    <FormDialog
      title={t('plans.remove', { name: column.label })}
      action={t('admin.removeIt')}
      isDangerous
      invalidates={[['/kanban', kanbanId]]}
      onClose={onClose}
      send={() => settle(api.DELETE('/kanban_columns/{id}', { params }))}
    >
      <p>{t('plans.removeColumnText')}</p>
    </FormDialog>
  );
}

type Asked = { kind: 'edit'; column: Column | undefined } | { kind: 'remove'; column: Column };

export function KanbanColumns({ kanbanId }: { kanbanId: number }): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const { data: kanban, error } = useQuery(kanbanQuery(kanbanId));
  const { submit, isSending, problem } = useSubmit({ invalidates: [['/kanban', kanbanId]], toast: t('ui.saved') });
  const close = (): void => setAsked(undefined);
  if (error !== null) return <ErrorState error={error} />;
  if (kanban === undefined) return <Loading lines={2} />;
  const { columns } = kanban;
  const reorder = (at: number, by: -1 | 1): void => {
    const body = { column_ids: moveOne(columns, at, by).map(({ id }) => id) };
    void submit(() => settle(api.PUT('/kanban/{id}/columns', { params: { path: { id: kanbanId } }, body })));
  };
  return (
    <>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <ol className={css.kanbanColumns} aria-label={t('plans.columnsOf', { name: kanban.label })}>
        {columns.map((column, at) => (
          <li key={column.id}>
            <span className={ui.grow}>
              {column.label}
              {column.limit !== null && (
                <span className={ui.soft}> · {t('plans.atMost', { count: column.limit })}</span>
              )}
            </span>
            {kanban.user_can_reorder_columns && (
              <OrderButtons
                name={column.label}
                at={at}
                count={columns.length}
                isDisabled={isSending}
                onMove={(by) => reorder(at, by)}
                onRemove={column.user_can_remove_column ? () => setAsked({ kind: 'remove', column }) : undefined}
              />
            )}
            <Button
              tone="quiet"
              isIcon
              aria-label={t('admin.changeOne', { name: column.label })}
              onPress={() => setAsked({ kind: 'edit', column })}
            >
              <Pencil />
            </Button>
          </li>
        ))}
      </ol>
      {kanban.user_can_add_columns && (
        <div>
          <Button
            tone="quiet"
            aria-label={t('plans.addColumnTo', { name: kanban.label })}
            onPress={() => setAsked({ kind: 'edit', column: undefined })}
          >
            {t('plans.addColumn')}
          </Button>
        </div>
      )}
      {asked?.kind === 'edit' && <Editor kanbanId={kanbanId} column={asked.column} onClose={close} />}
      {asked?.kind === 'remove' && <Removal kanbanId={kanbanId} column={asked.column} onClose={close} />}
    </>
  );
}
