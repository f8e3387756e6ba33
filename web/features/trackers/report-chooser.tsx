// The reports of a tracker: choosing one, saving what was changed, and what else can be done with one.
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { ChevronDown, MoreHorizontal } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { api, settle, take } from '../../platform/api.ts';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { Checkbox, TextField } from '../../ui/forms/fields.tsx';
import { say } from '../../ui/feedback/toasts.tsx';
import { Menu } from '../../ui/overlays/overlays.tsx';
import type { Action } from '../../ui/overlays/overlays.tsx';
import { ChoiceMenu } from './changes/choice-menu.tsx';
import css from './report.module.css';
import { savedForm, writeColumns } from './report-state.ts';
import { reportQuery, reportsQuery } from './trackers.queries.ts';
import type { FullReport } from './shapes.ts';
import { mayCreate } from './fields.ts';
import type { OpenReport } from './use-report.ts';
import { FormDialog } from '../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../ui/forms/use-submit.ts';

type Report = Schemas['Report'];
type Asking = 'saveAs' | 'rename' | 'delete' | undefined;

/** The address that shows others the same, whatever they keep for themselves. */
function shareAddress({ report, state }: OpenReport): string {
  const query = new URLSearchParams({
    ...(report === undefined ? {} : { report: String(report.id) }),
    where: state.condition,
    columns: JSON.stringify(writeColumns(state.columns)),
    ...(state.words === '' ? {} : { q: state.words }),
    ...(state.sort === '' ? {} : { sort: state.sort }),
    ...(state.group === '' ? {} : { group: state.group }),
    ...(Object.keys(state.others).length === 0 ? {} : { also: JSON.stringify(state.others) }),
  });
  return `${location.origin}${location.pathname}?${query.toString()}`;
}

/** What can be done with the report, and what was asked before. */
function useReportActions(open: OpenReport) {
  const { tracker, report, reset } = open;
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asking>();
  const { submit } = useSubmit({ errors: 'toast' });
  /** `made` is what the server has now. */
  const refresh = (made?: FullReport): Promise<void> => {
    if (made !== undefined) queryClient.setQueryData(reportQuery(made.id).queryKey, made);
    return queryClient.invalidateQueries({ queryKey: ['/trackers', tracker.id, 'reports'] });
  };
  /** Gives whether the server took it. */
  const change = async (body: Schemas['ReportChange'], done: string): Promise<boolean> =>
    report !== undefined && submit(async () => refresh(await patch(report.id, body)), done);
  const save = async (): Promise<void> => {
    const isSaved = await change(savedForm(tracker, open.state, open.offered), t('ui.saved'));
    if (isSaved) reset();
  };
  const share = async (): Promise<void> => {
    await navigator.clipboard.writeText(shareAddress(open));
    say('success', t('trackers.copied'));
  };
  const openImport = (): void =>
    void navigate({ to: '/trackers/$tracker/import', params: { tracker: String(tracker.id) } });
  return { change, save, share, refresh, asking, setAsking, openImport };
}

type ReportActions = ReturnType<typeof useReportActions>;

function menuActions(
  { report, tracker }: OpenReport,
  isKnown: boolean,
  { change, share, setAsking, openImport }: ReportActions,
): readonly Action[] {
  const isPublic = report?.is_public === true;
  return [
    ...(isKnown
      ? [
          { id: 'saveAs', label: t('trackers.saveAs'), run: () => setAsking('saveAs') },
          ...(report === undefined
            ? []
            : [
                { id: 'rename', label: t('trackers.rename'), run: () => setAsking('rename') },
                {
                  id: 'public',
                  label: isPublic ? t('trackers.makePersonal') : t('trackers.makePublic'),
                  run: () => void change({ is_public: !isPublic }, t('ui.saved')),
                },
                {
                  id: 'default',
                  label: t('trackers.makeDefault'),
                  isDisabled: !isPublic || report.is_default,
                  run: () => void change({ is_default: true }, t('ui.saved')),
                },
                { id: 'delete', label: t('trackers.delete'), run: () => setAsking('delete') },
              ]),
        ]
      : []),
    { id: 'share', label: t('trackers.share'), isSeparated: true, run: () => void share() },
    ...(report === undefined
      ? []
      : [
          {
            id: 'csv',
            label: t('trackers.csv'),
            run: () => location.assign(`/api/tracker_reports/${report.id}/artifacts.csv?header=label&with_bom=true`),
          },
        ]),
    // Those who create artifacts find it beside “New”.
    ...(isKnown && !mayCreate(tracker) ? [{ id: 'import', label: t('trackers.import'), run: openImport }] : []),
  ];
}

export function ReportChooser({ open }: { open: OpenReport }): ReactNode {
  const { tracker, report, reset } = open;
  const isKnown = useSelf() !== undefined;
  const { data: reports = [] } = useQuery(reportsQuery(tracker.id));
  const actions = useReportActions(open);
  const own = reports.filter(({ is_public: isShared }) => !isShared);
  return (
    <div className={css.chooser}>
      <ChoiceMenu
        label={t('trackers.chooseReport')}
        choices={[...reports.filter(({ is_public: isShared }) => isShared), ...own].map((one) => ({
          id: String(one.id),
          label: one.is_public ? one.label : `${one.label} · ${t('trackers.personal')}`,
        }))}
        onChoose={(id) => reset(Number(id))}
        trigger={
          <Button tone="quiet" data-testid="report-chooser">
            <strong>{report?.label ?? t('trackers.allArtifacts')}</strong>
            {open.isChanged && <span className={css.changed}>{t('trackers.modified')}</span>}
            <ChevronDown aria-hidden="true" />
          </Button>
        }
      />
      {open.isChanged && (
        <>
          {isKnown && report !== undefined && <Button onPress={() => void actions.save()}>{t('ui.save')}</Button>}
          <Button tone="quiet" onPress={() => reset()}>
            {t('trackers.revert')}
          </Button>
        </>
      )}
      <Menu
        label={t('trackers.reportActions')}
        actions={menuActions(open, isKnown, actions)}
        trigger={
          <Button tone="quiet" isIcon aria-label={t('trackers.reportActions')}>
            <MoreHorizontal />
          </Button>
        }
      />
      <ReportDialogs open={open} reports={reports} actions={actions} />
    </div>
  );
}

interface DialogsProps {
  open: OpenReport;
  reports: readonly Report[];
  actions: ReportActions;
}

function ReportDialogs({ open, reports, actions: { asking, setAsking, refresh } }: DialogsProps): ReactNode {
  const { report, reset } = open;
  return (
    <>
      {(asking === 'saveAs' || asking === 'rename') && (
        <NameDialog
          open={open}
          isNew={asking === 'saveAs'}
          onClose={() => setAsking(undefined)}
          onDone={(made, isNew) => {
            setAsking(undefined);
            void refresh(made);
            if (isNew) reset(made.id);
          }}
        />
      )}
      {asking === 'delete' && report !== undefined && (
        <DeleteDialog
          report={report}
          onClose={() => setAsking(undefined)}
          onDone={() => {
            setAsking(undefined);
            open.reset(
              reports.find(({ id, is_default: isDefault }) => isDefault && id !== report.id)?.id ??
                reports.find(({ id }) => id !== report.id)?.id,
            );
            void refresh();
          }}
        />
      )}
    </>
  );
}

const patch = (id: number, body: Schemas['ReportChange']): Promise<FullReport> =>
  take(api.PATCH('/tracker_reports/{id}', { params: { path: { id } }, body }));

interface NameProps {
  open: OpenReport;
  isNew: boolean;
  onClose(): void;
  /** With the report as it is now. */
  onDone(made: FullReport, isNew: boolean): void;
}

function NameDialog({ open, isNew, onClose, onDone }: NameProps): ReactNode {
  const { tracker, report, state, offered } = open;
  const [label, setLabel] = useState(isNew ? '' : (report?.label ?? ''));
  const [isPublic, setPublic] = useState(false);
  const save = async (): Promise<void> => {
    if (isNew) {
      const body = { label, ...savedForm(tracker, state, offered), ...(isPublic ? { is_public: true } : {}) };
      const params = { path: { id: tracker.id } };
      onDone(await take(api.POST('/trackers/{id}/tracker_reports', { params, body })), true);
    } else if (report !== undefined) onDone(await patch(report.id, { label }), false);
  };
  return (
    <FormDialog
      title={isNew ? t('trackers.saveAs') : t('trackers.rename')}
      action={t('ui.save')}
      isReady={label.trim() !== ''}
      toast=""
      onClose={onClose}
      send={save}
    >
      <TextField label={t('trackers.name')} value={label} onChange={setLabel} isRequired autoFocus />
      {isNew && (
        <Checkbox isSelected={isPublic} onChange={setPublic}>
          {t('trackers.forEverybody')}
        </Checkbox>
      )}
    </FormDialog>
  );
}

interface DeleteProps {
  report: FullReport;
  onClose(): void;
  onDone(): void;
}

function DeleteDialog({ report, onClose, onDone }: DeleteProps): ReactNode {
  const remove = async (): Promise<void> => {
    await settle(api.DELETE('/tracker_reports/{id}', { params: { path: { id: report.id } } }));
    onDone();
  };
  return (
    <FormDialog
      title={t('trackers.deleteReport', { name: report.label })}
      action={t('trackers.delete')}
      isDangerous
      toast=""
      onClose={onClose}
      send={remove}
    >
      <p>{t('trackers.deleteWarning')}</p>
    </FormDialog>
  );
}
