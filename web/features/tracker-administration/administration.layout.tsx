// The settings of a tracker: its pages at the side, one bar that saves what all of them changed, and what somebody else
// changed meanwhile.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Outlet, useBlocker } from '@tanstack/react-router';
import { Redo2, Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { t } from '../../platform/i18n.ts';
import { usePageContext } from '../../platform/page-context.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/overlays/overlays.tsx';
import { NoAccess } from '../../ui/no-access/no-access.tsx';
import { Loading, Notice } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { Unread } from '../../ui/no-access/read-error.tsx';
import { SidePages } from '../../ui/layout/side-pages.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import ui from '../../ui/ui.module.css';
import { groupsQuery } from '../projects/index.ts';
import { definitionQuery } from './definition/definition.queries.ts';
import type { ReadDefinition } from './definition/definition.queries.ts';
import css from './administration.module.css';
import { listChanges } from './definition/merge.ts';
import { MergeDialog } from './definition/merge-dialog.tsx';
import { DefinitionContext, useDefinition, useNewDefinition } from './definition/use-definition.ts';
import type { Group } from './definition/use-definition.ts';

const route = getRouteApi('/trackers/$tracker/administration');

const pages = [
  { to: '/trackers/$tracker/administration/general', label: 'design.general', group: 'design.group.tracker' },
  { to: '/trackers/$tracker/administration', label: 'design.form', group: 'design.group.fields' },
  { to: '/trackers/$tracker/administration/semantics', label: 'design.semantics', group: 'design.group.fields' },
  { to: '/trackers/$tracker/administration/workflow', label: 'design.workflow', group: 'design.group.process' },
  { to: '/trackers/$tracker/administration/rules', label: 'design.rules', group: 'design.group.process' },
  { to: '/trackers/$tracker/administration/permissions', label: 'design.permissions', group: 'design.group.people' },
  { to: '/trackers/$tracker/administration/messages', label: 'design.notifications', group: 'design.group.people' },
] as const;

/** Undo, redo, what is not saved, and saving. */
function SaveBar(): ReactNode {
  const { base, draft, isChanged, canUndo, canRedo, isSaving, problem, undo, redo, reset, save } = useDefinition();
  const count = useMemo(() => listChanges(base, draft).length, [base, draft]);
  const shortcuts = useMemo(
    () => [
      { keys: 'mod+z', label: 'design.undo' as const, run: undo },
      { keys: 'mod+y', label: 'design.redo' as const, run: redo },
      { keys: 'mod+s', label: 'ui.save' as const, whileTyping: true, run: () => void save() },
    ],
    [undo, redo, save],
  );
  useShortcuts(shortcuts);
  return (
    <div className={css.saveBar} data-changed={isChanged}>
      {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      <div className={ui.row}>
        <Button isIcon aria-label={t('design.undo')} isDisabled={!canUndo} onPress={undo}>
          <Undo2 />
        </Button>
        <Button isIcon aria-label={t('design.redo')} isDisabled={!canRedo} onPress={redo}>
          <Redo2 />
        </Button>
        <span className={`${ui.grow} ${ui.soft} ${ui.small} ${css.saveState}`} role="status">
          {isChanged ? t('design.unsaved', { count }) : t('design.allSaved')}
        </span>
        <span className={css.saveActions}>
          <Button tone="quiet" isDisabled={!isChanged || isSaving} onPress={reset}>
            {t('design.discard')}
          </Button>
          <Button tone="primary" isDisabled={!isChanged || isSaving} onPress={() => void save()}>
            {t('ui.save')}
          </Button>
        </span>
      </div>
    </div>
  );
}

/** Whoever leaves with changes is asked, within the application and beyond it. */
function LeaveGuard({ path }: { path: string }): ReactNode {
  const { isChanged } = useDefinition();
  const blocker = useBlocker({
    shouldBlockFn: ({ next }) => isChanged && !next.pathname.startsWith(path),
    enableBeforeUnload: () => isChanged,
    withResolver: true,
  });
  const isAsked = blocker.status === 'blocked';
  return (
    <Dialog title={t('design.leave')} isOpen={isAsked} onClose={() => isAsked && blocker.reset()}>
      <p>{t('design.leaveText')}</p>
      <div className={ui.actions}>
        <Button onPress={() => isAsked && blocker.reset()} autoFocus>
          {t('design.stay')}
        </Button>
        <Button tone="danger" onPress={() => isAsked && blocker.proceed()}>
          {t('design.leaveAnyway')}
        </Button>
      </div>
    </Dialog>
  );
}

function Administration({ start, groups }: { start: ReadDefinition; groups: readonly Group[] }): ReactNode {
  const definition = useNewDefinition(start, groups);
  const { tracker, draft } = definition;
  const id = String(tracker.id);
  return (
    <DefinitionContext value={definition}>
      <Page
        title={t('design.title')}
        heading={
          <span className={ui.row}>
            <TrackerMark colour={draft.head.colour} icon={draft.head.icon} />
            {draft.head.label}
          </span>
        }
        crumbs={[{ label: tracker.label, to: `/trackers/${id}` }, { label: t('design.title') }]}
        actions={
          <ButtonLink to="/trackers/$tracker/new" params={{ tracker: id }}>
            {t('design.tryForm')}
          </ButtonLink>
        }
      >
        <SidePages
          label={t('design.title')}
          pages={pages.map(({ to, label, group }) => ({
            link: { to, params: { tracker: id } },
            label: t(label),
            group: t(group),
          }))}
        >
          <SaveBar />
          <Outlet />
        </SidePages>
        <MergeDialog />
        <LeaveGuard path={`/trackers/${id}/administration`} />
      </Page>
    </DefinitionContext>
  );
}

export function AdministrationLayout(): ReactNode {
  const { tracker: name } = route.useParams();
  const { data, error, refetch } = useQuery(definitionQuery(Number(name)));
  const projectId = data?.tracker.project.id;
  const groups = useQuery({ ...groupsQuery(projectId ?? 0), enabled: data?.mayAdministrate === true });
  const tracker = data?.tracker;
  usePageContext(
    tracker && {
      projectId: tracker.project.id,
      tracker: { id: tracker.id, label: tracker.label, colour: tracker.color_name, icon: tracker.icon },
    },
  );
  useEffect(() => {
    if (data === undefined) document.title = t('design.title');
  }, [data]);
  if (error !== null || groups.error !== null)
    return (
      <Page title={t('design.title')}>
        <Unread asked={{ tracker: Number(name) }} error={error ?? groups.error} onRetry={() => void refetch()} />
      </Page>
    );
  if (data?.mayAdministrate === false) return <NoAccess title={t('design.title')} projectId={projectId} />;
  if (data === undefined || groups.data === undefined)
    return (
      <Page title={t('design.title')}>
        <Loading lines={8} />
      </Page>
    );
  return <Administration key={data.tracker.id} start={data} groups={groups.data} />;
}
