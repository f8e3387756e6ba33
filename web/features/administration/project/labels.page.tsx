// The labels of a project, which pull requests carry.
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take, takeTagged } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { readAll } from '../../../platform/query.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { PickField } from '../../../ui/pickers/pickers.tsx';
import { Empty, ErrorState, Loading } from '../../../ui/feedback/async-states.tsx';
import { Badge } from '../../../ui/badge.tsx';
import ui from '../../../ui/ui.module.css';
import { colours, listColours } from '../../tracker-administration/index.ts';
import css from '../administration.module.css';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useProject } from './project-administration.layout.tsx';

type Label = Schemas['Label'];
type Body = Schemas['NewLabel'];

const pageMax = 50;

function Editor({ label: saved, onClose }: { label: Label | undefined; onClose(): void }): ReactNode {
  const { id } = useProject();
  const [label, setLabel] = useState(saved?.label ?? '');
  const [colour, setColour] = useState(saved?.color ?? 'acid-green');
  const [isOutline, setOutline] = useState(saved?.is_outline ?? true);
  const save = async (): Promise<void> => {
    const color = colours.find((one) => one === colour);
    const body: Body = { label: label.trim(), is_outline: isOutline, ...(color === undefined ? {} : { color }) };
    if (saved === undefined) await take(api.POST('/projects/{id}/labels', { params: { path: { id } }, body }));
    else
      await settle(
        api.PATCH('/projects/{id}/labels/{label_id}', { params: { path: { id, label_id: saved.id } }, body }),
      );
  };
  return (
    <FormDialog
      title={saved === undefined ? t('admin.newLabel') : t('admin.changeLabel')}
      action={t('ui.save')}
      invalidates={[['/projects', id, 'labels']]}
      onClose={onClose}
      isReady={label.trim() !== ''}
      send={save}
    >
      <TextField label={t('admin.label')} isRequired autoFocus value={label} onChange={setLabel} />
      <PickField
        label={t('admin.colour')}
        choices={listColours()}
        value={colour}
        onChange={(next) => next !== undefined && setColour(next)}
      />
      <Checkbox isSelected={isOutline} onChange={setOutline}>
        {t('admin.outline')}
      </Checkbox>
    </FormDialog>
  );
}

function Removal({ label, onClose }: { label: Label; onClose(): void }): ReactNode {
  const { id } = useProject();
  const params = { path: { id, label_id: label.id } };
  const carrying = useQuery({
    queryKey: ['/projects', id, 'labeled_items', label.id],
    queryFn: () => {
      const query = { query: JSON.stringify({ labels_id: [label.id] }), limit: 1 };
      return takeTagged(api.GET('/projects/{id}/labeled_items', { params: { path: { id }, query } }));
    },
  });
  const size = carrying.data?.size ?? 0;
  return (
    <FormDialog
      title={t('admin.removeLabel', { label: label.label })}
      action={t('admin.removeIt')}
      isDangerous
      isReady={!carrying.isPending}
      invalidates={[['/projects', id, 'labels']]}
      onClose={onClose}
      send={() => settle(api.DELETE('/projects/{id}/labels/{label_id}', { params }))}
    >
      {carrying.error !== null && <ErrorState error={carrying.error} onRetry={() => void carrying.refetch()} />}
      {carrying.isPending && <Loading lines={1} />}
      {carrying.isSuccess && <p>{size === 0 ? t('admin.labelUnused') : t('admin.removeLabelText', { count: size })}</p>}
    </FormDialog>
  );
}

type Asked = { kind: 'edit'; label: Label | undefined } | { kind: 'remove'; label: Label } | undefined;

export function LabelsPage(): ReactNode {
  const { id } = useProject();
  const [asked, setAsked] = useState<Asked>();
  const { data, error, refetch } = useQuery({
    queryKey: ['/projects', id, 'labels', 'all'],
    queryFn: () =>
      readAll(async (offset) => {
        const query = { limit: pageMax, offset };
        const { data: page, ...tagged } = await takeTagged(
          api.GET('/projects/{id}/labels', { params: { path: { id }, query } }),
        );
        return { ...tagged, data: page.labels };
      }),
  });
  const close = (): void => setAsked(undefined);
  if (error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Loading lines={4} />;
  return (
    <section className={`${ui.card} ${css.section}`} aria-label={t('admin.labels')}>
      <p className={ui.soft}>{t('admin.labelsText')}</p>
      <div>
        <Button tone="primary" onPress={() => setAsked({ kind: 'edit', label: undefined })}>
          {t('admin.newLabel')}
        </Button>
      </div>
      {data.length === 0 ? (
        <Empty title={t('admin.noLabels')} />
      ) : (
        <ul className={css.people}>
          {data.map((label) => (
            <li key={label.id}>
              <span className={ui.grow}>
                <Badge colour={label.color}>{label.label}</Badge>
              </span>
              <Button
                tone="quiet"
                isIcon
                aria-label={t('admin.changeOne', { name: label.label })}
                onPress={() => setAsked({ kind: 'edit', label })}
              >
                <Pencil />
              </Button>
              <Button
                tone="quiet"
                isIcon
                aria-label={t('admin.removeLabel', { label: label.label })}
                onPress={() => setAsked({ kind: 'remove', label })}
              >
                <Trash2 />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {asked?.kind === 'edit' && <Editor label={asked.label} onClose={close} />}
      {asked?.kind === 'remove' && <Removal label={asked.label} onClose={close} />}
    </section>
  );
}
