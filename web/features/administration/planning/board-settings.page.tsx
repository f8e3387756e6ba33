// The settings of one kanban: its name and filters, its columns, who sees it, and its end.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { isNumber } from '../../../platform/addresses.ts';
import { api, settle, take } from '../../../platform/api.ts';
import type { Schemas } from '../../../platform/api.ts';
import { t } from '../../../platform/i18n.ts';
import { usePageContext } from '../../../platform/page-context.ts';
import { Button } from '../../../ui/button.tsx';
import { ErrorState, Loading, Notice } from '../../../ui/feedback/async-states.tsx';
import { Checkbox, TextField } from '../../../ui/forms/fields.tsx';
import { FormDialog } from '../../../ui/forms/form-dialog.tsx';
import { useSubmit } from '../../../ui/forms/use-submit.ts';
import { Page } from '../../../ui/layout/page.tsx';
import { Link } from '../../../ui/link.tsx';
import { NoAccess } from '../../../ui/no-access/no-access.tsx';
import { Unread } from '../../../ui/no-access/read-error.tsx';
import { TagsField } from '../../../ui/pickers/pickers.tsx';
import ui from '../../../ui/ui.module.css';
import { kanbanQuery } from '../../kanban/index.ts';
import { summaryQuery } from '../../projects/index.ts';
import { reportsQuery } from '../../trackers/index.ts';
import css from '../administration.module.css';
import { KanbanColumns } from './kanban-columns.tsx';

type Kanban = Schemas['Kanban'];

const route = getRouteApi('/kanban/$id/settings');

interface BoardProps {
  kanban: Kanban;
}

/** What it is called, where it is listed, and which reports filter it. */
function Basics({ kanban }: BoardProps): ReactNode {
  const [label, setLabel] = useState(kanban.label);
  const [isPromoted, setPromoted] = useState(kanban.is_promoted);
  const [chosen, setChosen] = useState<readonly string[]>();
  const params = { path: { id: kanban.id } };
  const offered = useQuery({
    queryKey: ['/kanban', kanban.id, 'reports'],
    queryFn: () => take(api.GET('/kanban/{id}/tracker_reports', { params })),
  });
  const { data: reports = [] } = useQuery(reportsQuery(kanban.tracker_id));
  const { submit, isSending, problem } = useSubmit({
    invalidates: [
      ['/projects', kanban.tracker.project.id],
      ['/kanban', kanban.id],
    ],
    toast: t('ui.saved'),
  });
  const open = reports.flatMap(({ id, label: name, is_public: isPublic }) =>
    isPublic ? [{ id: String(id), label: name }] : [],
  );
  const ids = chosen ?? offered.data?.map(({ id }) => String(id)) ?? [];
  const name = label.trim();
  const isChanged = name !== kanban.label || isPromoted !== kanban.is_promoted || chosen !== undefined;
  const save = async (): Promise<void> => {
    const body = { tracker_report_ids: ids.map(Number) };
    if (chosen !== undefined) await settle(api.PUT('/kanban/{id}/tracker_reports', { params, body }));
    await settle(api.PATCH('/kanban/{id}', { params, body: { label: name, is_promoted: isPromoted } }));
    setChosen(undefined);
  };
  return (
    <form
      className={`${ui.card} ${css.section}`}
      aria-label={t('plans.board')}
      onSubmit={(event) => {
        event.preventDefault();
        if (name !== '' && isChanged && !isSending) void submit(save);
      }}
    >
      <h2>{t('plans.board')}</h2>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <TextField label={t('admin.name')} isRequired value={label} onChange={setLabel} />
      <Checkbox isSelected={isPromoted} onChange={setPromoted}>
        {t('plans.promoted')}
      </Checkbox>
      <TagsField
        label={t('plans.filters')}
        hint={t('plans.filtersHint')}
        choices={open}
        chosen={ids.flatMap((id) => open.filter((one) => one.id === id))}
        onChange={(next) => setChosen(next.map(({ id }) => id))}
      />
      <div>
        <Button type="submit" tone="primary" isDisabled={name === '' || !isChanged || isSending}>
          {t('ui.save')}
        </Button>
      </div>
    </form>
  );
}

function Columns({ kanban }: BoardProps): ReactNode {
  const tracker = String(kanban.tracker_id);
  return (
    <section className={`${ui.card} ${css.section}`} aria-labelledby="columns">
      <h2 id="columns">{t('plans.columns')}</h2>
      <p className={ui.soft}>{t('plans.boardColumnsText', { tracker: kanban.tracker.label })}</p>
      {kanban.columns.length > 0 && !kanban.user_can_add_columns && (
        <Notice>
          {t('plans.otherValues')}{' '}
          <Link to="/trackers/$tracker/administration" params={{ tracker }}>
            {t('plans.trackerSettings')}
          </Link>
        </Notice>
      )}
      <KanbanColumns kanban={kanban} />
      <Link to="/trackers/$tracker/administration/semantics" params={{ tracker }}>
        {t('plans.chooseClosed')}
      </Link>
    </section>
  );
}

function Access({ kanban }: BoardProps): ReactNode {
  return (
    <section className={`${ui.card} ${css.section}`} aria-labelledby="access">
      <h2 id="access">{t('plans.access')}</h2>
      <p className={ui.soft}>{t('plans.accessText', { tracker: kanban.tracker.label })}</p>
      <div className={ui.row}>
        <Link to="/trackers/$tracker/administration/permissions" params={{ tracker: String(kanban.tracker_id) }}>
          {t('plans.trackerPermissions')}
        </Link>
        <Link to="/projects/$project/administration/members" params={{ project: String(kanban.tracker.project.id) }}>
          {t('plans.projectMembers')}
        </Link>
      </div>
    </section>
  );
}

function Deletion({ kanban }: BoardProps): ReactNode {
  const [isAsked, setAsked] = useState(false);
  const navigate = route.useNavigate();
  const { id: projectId } = kanban.tracker.project;
  const remove = async (): Promise<void> => {
    await settle(api.DELETE('/kanban/{id}', { params: { path: { id: kanban.id } } }));
    await navigate({ to: '/projects/$project', params: { project: String(projectId) } });
  };
  return (
    <section className={`${ui.card} ${css.section}`} aria-labelledby="end">
      <h2 id="end">{t('plans.deleteBoard')}</h2>
      <p className={ui.soft}>{t('plans.removeKanbanText')}</p>
      <div>
        <Button tone="danger" onPress={() => setAsked(true)}>
          {t('plans.deleteBoard')}
        </Button>
      </div>
      {isAsked && (
        <FormDialog
          title={t('plans.deleteOne', { name: kanban.label })}
          action={t('plans.deleteBoard')}
          isDangerous
          toast={t('plans.boardDeleted')}
          invalidates={[['/projects', projectId]]}
          onClose={() => setAsked(false)}
          send={remove}
        >
          <p>{t('plans.removeKanbanText')}</p>
        </FormDialog>
      )}
    </section>
  );
}

export function BoardSettingsPage(): ReactNode {
  const { id } = route.useParams();
  return isNumber(id) ? <SettingsOf id={Number(id)} /> : <NoAccess title={id} />;
}

function SettingsOf({ id }: { id: number }): ReactNode {
  const { data: kanban, error, refetch } = useQuery(kanbanQuery(id));
  const projectId = kanban?.tracker.project.id;
  const { data: summary, error: summaryError } = useQuery({
    ...summaryQuery(projectId ?? 0),
    enabled: projectId !== undefined,
  });
  usePageContext(projectId === undefined ? undefined : { projectId });
  const title = t('kanban.setUp');
  if (error !== null && kanban === undefined)
    return (
      <Page title={title}>
        <Unread asked={{ kanban: id }} error={error} onRetry={() => void refetch()} />
      </Page>
    );
  if (summary?.may_administer === false) return <NoAccess title={title} projectId={projectId} />;
  return (
    <Page
      title={title}
      crumbs={
        kanban === undefined
          ? []
          : [
              { label: kanban.tracker.project.label, to: `/projects/${kanban.tracker.project.id}` },
              { label: kanban.label, to: `/kanban/${kanban.id}` },
            ]
      }
    >
      {summaryError !== null && <ErrorState error={summaryError} />}
      {kanban === undefined || summary === undefined ? (
        <Loading lines={8} />
      ) : (
        <div className={css.list}>
          <Basics key={kanban.id} kanban={kanban} />
          <Columns kanban={kanban} />
          <Access kanban={kanban} />
          <Deletion kanban={kanban} />
        </div>
      )}
    </Page>
  );
}
