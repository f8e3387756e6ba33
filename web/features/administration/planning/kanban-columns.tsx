// The columns of a kanban from left to right: open values of its tracker's status between the backlog and what is closed.
import { useQuery } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import type { ListValue } from '../../../platform/lists/list-values.ts';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/forms/fields.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import ui from '../../../ui/ui.module.css';
import { closedValuesOf, coloursOf, needsStatus, statusOf } from '../../kanban/index.ts';
import { trackerQuery } from '../../trackers/index.ts';
import { listColours } from '../../tracker-administration/index.ts';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { OrderButtons } from './order-buttons.tsx';
import css from './planning-setup.module.css';
import { changeValue } from './status-values.ts';
import { moveOne } from './wall-draft.ts';

type Kanban = Schemas['Kanban'];

/** What the dialog changes. Values that close have no limit. */
interface Changed extends ListValue {
  limit?: number | null;
}

interface DialogProps {
  kanban: Kanban;
  onClose(): void;
}

/** Of queries that show what columns are called. */
const staleKeys = ({ id, tracker_id: trackerId }: Kanban) => [
  ['/kanban', id],
  ['/trackers', trackerId],
];

function Editor({ kanban, fieldId, column, onClose }: DialogProps & { fieldId: number; column: Changed }): ReactNode {
  const [label, setLabel] = useState(column.label);
  const [colour, setColour] = useState(column.colour ?? '');
  const [limit, setLimit] = useState(typeof column.limit === 'number' ? String(column.limit) : '');
  const isLimit = /^\d{0,6}$/.test(limit.trim());
  const isOpen = column.limit !== undefined;
  const name = label.trim();
  const save = async (): Promise<void> => {
    if (name !== column.label || colour !== (column.colour ?? ''))
      await changeValue(fieldId, column.id, { label: name, colour });
    const wanted = limit.trim() === '' ? null : Number(limit);
    if (!isOpen || wanted === column.limit) return;
    const params = { path: { id: column.id }, query: { kanban_id: kanban.id } };
    await settle(api.PATCH('/kanban_columns/{id}', { params, body: { wip_limit: wanted } }));
  };
  return (
    <FormDialog
      title={t('admin.changeOne', { name: column.label })}
      action={t('ui.save')}
      invalidates={staleKeys(kanban)}
      onClose={onClose}
      isReady={name !== '' && isLimit}
      send={save}
    >
      <TextField label={t('admin.name')} isRequired autoFocus value={label} onChange={setLabel} />
      <PickField
        label={t('plans.colour')}
        choices={listColours()}
        value={colour === '' ? undefined : colour}
        onChange={(next) => setColour(next ?? '')}
      />
      {isOpen && (
        <TextField
          label={t('plans.limit')}
          hint={t('plans.limitHint')}
          error={isLimit ? undefined : t('plans.limitWrong')}
          inputMode="numeric"
          value={limit}
          onChange={setLimit}
        />
      )}
    </FormDialog>
  );
}

function Addition({ kanban, onClose }: DialogProps): ReactNode {
  const [label, setLabel] = useState('');
  const params = { path: { id: kanban.id } };
  return (
    <FormDialog
      title={t('plans.addColumn')}
      action={t('admin.add')}
      invalidates={staleKeys(kanban)}
      onClose={onClose}
      isReady={label.trim() !== ''}
      send={() => take(api.POST('/kanban/{id}/columns', { params, body: { label: label.trim() } }))}
    >
      <TextField label={t('admin.name')} isRequired autoFocus value={label} onChange={setLabel} />
    </FormDialog>
  );
}

function Removal({ kanban, column, onClose }: DialogProps & { column: ListValue }): ReactNode {
  const params = { path: { id: column.id }, query: { kanban_id: kanban.id } };
  return (
    <FormDialog
      title={t('plans.remove', { name: column.label })}
      action={t('admin.removeIt')}
      isDangerous
      invalidates={staleKeys(kanban)}
      onClose={onClose}
      send={() => settle(api.DELETE('/kanban_columns/{id}', { params }))}
    >
      <p>{t('plans.removeColumnText')}</p>
    </FormDialog>
  );
}

interface ColumnProps {
  label: string;
  colour?: string | null | undefined;
  text?: string | undefined;
  children?: ReactNode;
}

const ColumnRow = ({ label, colour, text, children }: ColumnProps): ReactNode => (
  <li>
    <span className={ui.dot} data-colour={colour ?? 'chrome-silver'} />
    <span className={ui.grow}>
      {label}
      {text !== undefined && <span className={ui.soft}> · {text}</span>}
    </span>
    {children}
  </li>
);

const Edit = ({ name, onPress }: { name: string; onPress(): void }): ReactNode => (
  <Button tone="quiet" isIcon aria-label={t('admin.changeOne', { name })} onPress={onPress}>
    <Pencil />
  </Button>
);

type Asked = { kind: 'edit'; column: Changed } | { kind: 'remove'; column: ListValue } | { kind: 'add' };

/** With what changes each of them, where the values are the tracker's own. */
export function KanbanColumns({ kanban }: { kanban: Kanban }): ReactNode {
  const [asked, setAsked] = useState<Asked>();
  const { data: tracker } = useQuery(trackerQuery(kanban.tracker_id));
  const { submit, isSending, problem } = useSubmit({ invalidates: staleKeys(kanban), toast: t('ui.saved') });
  if (tracker === undefined) return <Loading lines={4} />;
  const close = (): void => setAsked(undefined);
  const { columns, user_can_add_columns: isOwn } = kanban;
  const colours = coloursOf(tracker);
  const fieldId = statusOf(tracker)?.field_id;
  const edit = (column: Changed): void => setAsked({ kind: 'edit', column });
  const reorder = (at: number, by: -1 | 1): void => {
    const body = { column_ids: moveOne(columns, at, by).map(({ id }) => id) };
    void submit(() => settle(api.PUT('/kanban/{id}/columns', { params: { path: { id: kanban.id } }, body })));
  };
  return (
    <>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <ol className={css.kanbanColumns} aria-label={t('plans.columnsOf', { name: kanban.label })}>
        {!needsStatus(tracker) && <ColumnRow label={kanban.backlog.label} text={t('plans.backlogColumn')} />}
        {columns.map((column, at) => {
          const { id, label, limit } = column;
          const colour = colours.get(String(id)) ?? null;
          return (
            <ColumnRow
              key={id}
              {...{ label, colour }}
              text={limit === null ? undefined : t('plans.atMost', { count: limit })}
            >
              {isOwn && (
                <>
                  <OrderButtons
                    name={label}
                    at={at}
                    count={columns.length}
                    isDisabled={isSending}
                    onMove={(by) => reorder(at, by)}
                    onRemove={
                      column.user_can_remove_column
                        ? () => setAsked({ kind: 'remove', column: { id, label, colour } })
                        : undefined
                    }
                  />
                  <Edit name={label} onPress={() => edit({ id, label, colour, limit })} />
                </>
              )}
            </ColumnRow>
          );
        })}
        {closedValuesOf(tracker).map((value) => (
          <ColumnRow key={value.id} {...value} text={t('plans.closedColumn')}>
            {isOwn && <Edit name={value.label} onPress={() => edit(value)} />}
          </ColumnRow>
        ))}
      </ol>
      {isOwn && (
        <div>
          <Button onPress={() => setAsked({ kind: 'add' })}>{t('plans.addColumn')}</Button>
        </div>
      )}
      {asked?.kind === 'edit' && fieldId !== undefined && (
        <Editor {...{ kanban, fieldId }} column={asked.column} onClose={close} />
      )}
      {asked?.kind === 'add' && <Addition kanban={kanban} onClose={close} />}
      {asked?.kind === 'remove' && <Removal kanban={kanban} column={asked.column} onClose={close} />}
    </>
  );
}
