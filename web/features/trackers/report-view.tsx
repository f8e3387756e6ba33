// The page of a report: what it asks for, its table, and what people do with the rows.
import { useNavigate } from '@tanstack/react-router';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useEffect } from '../../platform/effects.ts';
import { lastViewed, noteViewed } from '../../platform/lists/list-trail.ts';
import { t } from '../../platform/i18n.ts';
import { createLabel } from '../../platform/names/create-label.ts';
import { useShortcuts } from '../../platform/keyboard/shortcuts.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import ui from '../../ui/ui.module.css';
import { Empty, ErrorState, Loading } from '../../ui/feedback/async-states.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { TrackerMark } from '../../ui/tracker-mark.tsx';
import { Renderers } from '../reports/index.ts';
import { fieldOfMeaning, mayChange, mayCreate } from './fields.ts';
import type { Field } from './fields.ts';
import { FilterBar, refusalOf } from './criteria/filter-bar.tsx';
import { changeableFields } from './changes/mass-change.ts';
import { ReportChooser } from './report-chooser.tsx';
import { ReportTools } from './report-tools.tsx';
import { ReportTable } from './table/report-table.tsx';
import css from './report.module.css';
import { SelectionBar } from './changes/selection-bar.tsx';
import { TotalsLine } from './table/totals-line.tsx';
import type { Artifact } from './shapes.ts';
import { useFoundRows } from './table/use-rows.ts';
import type { FoundRows } from './table/use-rows.ts';
import { useTrackerEvents } from './use-tracker-events.ts';
import { useManyChanges } from './changes/use-many-changes.ts';
import type { OpenReport } from './use-report.ts';
import { useSelection } from './changes/use-selection.ts';
import type { Selection } from './changes/use-selection.ts';
import { lazy } from '../../ui/lazy.tsx';
import { fieldTypeOf } from '../fields/index.ts';

const ColumnDialog = lazy(async () => (await import('./table/column-dialog.tsx')).ColumnDialog, { prefetch: true });
const MassChangePanel = lazy(
  async () => {
    const { MassChangePanel: Panel, preloadEditors } = await import('./changes/mass-change-panel.tsx');
    await preloadEditors();
    return Panel;
  },
  { prefetch: true },
);
const PeekPanel = lazy(async () => (await import('./peek-panel.tsx')).PeekPanel, { prefetch: true });
const QuickChange = lazy(async () => (await import('./changes/quick-change.tsx')).QuickChange, { prefetch: true });

type Panel = 'columns' | 'massChange' | 'status' | 'assignee' | undefined;

/** The row that keys are about. */
interface Current {
  row: number;
  id: number | undefined;
}

/** Which row is the current one, which panel is open, and what both are about. */
function useRowState(open: OpenReport, selection: Selection) {
  const { tracker, search } = open;
  const navigate = useNavigate();
  const [panel, setPanel] = useState<Panel>();
  const seen = useRef(new Map<number, Artifact>()).current;
  const [current, setCurrent] = useState<Current>(() => ({
    row: -1,
    // Keys are about rows of the table, and about no card.
    id: search.view === undefined ? lastViewed(location.pathname + location.search) : undefined,
  }));
  const openArtifact = useCallback(
    (id: number) => {
      noteViewed(id);
      void navigate({ to: '/artifacts/$id', params: { id: String(id) } });
    },
    [navigate],
  );
  const targets = selection.ids.size > 0 ? [...selection.ids] : current.id === undefined ? [] : [current.id];
  const status = quickField(fieldOfMeaning(tracker, 'status'));
  const assignee = quickField(fieldOfMeaning(tracker, 'contributor'));
  useKeys({ open, current, selection, targets, status, assignee, setPanel });
  const { change } = open;
  const isPeeking = search.peek !== undefined;
  const setCurrentRow = useCallback(
    (row: number, artifact: Artifact | undefined) => {
      setCurrent({ row, id: artifact?.id });
      if (isPeeking && artifact !== undefined) change({ peek: artifact.id });
    },
    [isPeeking, change],
  );
  return { panel, setPanel, seen, current, setCurrentRow, openArtifact, targets, status, assignee };
}

export function ReportView({ open }: { open: OpenReport }): ReactNode {
  const { tracker, search, settings } = open;
  const found = useFoundRows(open);
  const selection = useSelection();
  useTrackerEvents(tracker.id);
  const { panel, setPanel, seen, current, setCurrentRow, openArtifact, targets, status, assignee } = useRowState(
    open,
    selection,
  );
  const quick = panel === 'status' ? status : panel === 'assignee' ? assignee : undefined;
  return (
    <Page
      title={tracker.label}
      crumbs={[{ label: tracker.project.label, to: `/projects/${tracker.project.id}` }]}
      head={
        <ReportHead
          open={open}
          found={found}
          tools={<ReportTools open={open} onColumns={() => setPanel('columns')} />}
        />
      }
    >
      <div className={css.report}>
        <SelectionBar
          open={open}
          selection={selection}
          size={found.size}
          mayChange={changeableFields(tracker).length > 0}
          onChange={() => setPanel('massChange')}
        />
        <div className={css.split}>
          <Renderers
            tracker={tracker}
            report={open.report}
            filter={open.filter}
            view={search.view}
            onView={(view) => open.change({ view }, true)}
          >
            <Results open={open} found={found}>
              <ReportTable
                open={open}
                found={found}
                selection={selection}
                seen={seen}
                current={current.row}
                viewed={current.id}
                onCurrent={setCurrentRow}
                onOpen={openArtifact}
                footer={settings.total === undefined ? null : <TotalsLine open={open} total={settings.total} />}
              />
            </Results>
          </Renderers>
          {search.peek !== undefined && (
            <PeekPanel tracker={tracker} id={search.peek} onClose={() => open.change({ peek: undefined })} />
          )}
        </div>
      </div>
      <Panels {...{ open, panel, quick, targets, seen, selection }} onClose={() => setPanel(undefined)} />
    </Page>
  );
}

/** The rows, or why there are none. What is wrong with a condition is said beside it. */
function Results({ open, found, children }: { open: OpenReport; found: FoundRows; children: ReactNode }): ReactNode {
  if (found.error !== null)
    return refusalOf(found.error) === undefined ? <ErrorState error={found.error} onRetry={found.retry} /> : null;
  if (found.size === undefined) return <Loading lines={12} />;
  if (found.size > 0) return children;
  const { condition, words, others } = open.state;
  const isFiltered = condition !== '' || words !== '' || Object.keys(others).length > 0;
  if (!isFiltered) return <NoArtifacts tracker={open.tracker} />;
  return (
    <Empty title={t('trackers.nothing')}>
      <Button onPress={() => open.change({ q: '', where: '', also: {} }, true)}>{t('trackers.clearAll')}</Button>
    </Empty>
  );
}

const NoArtifacts = ({ tracker }: { tracker: OpenReport['tracker'] }): ReactNode => (
  <Empty title={t('trackers.empty', { tracker: tracker.label })}>
    {mayCreate(tracker) && (
      <div className={ui.row}>
        <ButtonLink to="/trackers/$tracker/new" params={{ tracker: String(tracker.id) }} tone="primary">
          {createLabel(tracker.singular_label)}
        </ButtonLink>
        <ButtonLink to="/trackers/$tracker/import" params={{ tracker: String(tracker.id) }}>
          {t('trackers.import')}
        </ButtonLink>
      </div>
    )}
  </Empty>
);

interface PanelsProps {
  open: OpenReport;
  panel: Panel;
  /** The field that one key changes. */
  quick: Field | undefined;
  targets: readonly number[];
  seen: Map<number, Artifact>;
  selection: Selection;
  onClose(): void;
}

/** What lies over the page. */
function Panels({ open, panel, quick, targets, seen, selection, onClose }: PanelsProps): ReactNode {
  const { tracker } = open;
  const sender = useManyChanges(tracker);
  const setQuick = async (field: Field, choice: number | undefined): Promise<void> => {
    onClose();
    const refused = await sender.setAtOnce(field, choice, targets);
    if (selection.ids.size > 0) selection.replace(refused);
  };
  if (panel === 'columns') return <ColumnDialog open={open} seen={seen} onClose={onClose} />;
  if (panel === 'massChange')
    return (
      <MassChangePanel
        tracker={tracker}
        ids={targets}
        seen={seen}
        sender={sender}
        onClose={onClose}
        onDone={(refused) => {
          onClose();
          selection.replace(refused);
        }}
      />
    );
  if (quick === undefined || targets.length === 0) return null;
  return (
    <QuickChange
      field={quick}
      count={targets.length}
      onClose={onClose}
      onChoose={(choice) => void setQuick(quick, choice)}
    />
  );
}

/** Boxes to tick would not fit a small box. */
const isQuick = ({ type }: Field): boolean =>
  ['picker', 'radios', 'tags'].includes(fieldTypeOf(type).list?.control ?? '');

/** A field that one key changes: a list of one choice that the person may change. */
const quickField = (field: Field | undefined): Field | undefined =>
  field !== undefined && mayChange(field) && isQuick(field) ? field : undefined;

interface HeadProps {
  open: OpenReport;
  found: FoundRows;
  /** Buttons at the end of the line. */
  tools: ReactNode;
}

/** One line, and another one for filters that ask something. */
const ReportHead = ({ open, found, tools }: HeadProps): ReactNode => (
  <div className={css.reportHead}>
    <h1 className={css.tracker} title={open.tracker.label}>
      <TrackerMark colour={open.tracker.color_name} icon={open.tracker.icon} />{' '}
      <span className={css.line}>{open.tracker.label}</span>
    </h1>
    <ReportChooser open={open} />
    <span className={css.count} role="status" data-testid="report-size">
      {found.size === undefined ? '' : t('trackers.found', { count: found.size })}
    </span>
    <FilterBar open={open} error={found.error} tools={tools} />
  </div>
);

interface KeysProps {
  open: OpenReport;
  current: Current;
  selection: Selection;
  targets: readonly number[];
  status: Field | undefined;
  assignee: Field | undefined;
  setPanel(panel: Panel): void;
}

function useKeys(props: KeysProps): void {
  const latest = useRef(props);
  useEffect(() => {
    latest.current = props;
  });
  useShortcuts(
    useMemo(() => {
      const toggle = (): void => {
        const { current, selection } = latest.current;
        if (current.id !== undefined) selection.toggle(current.id);
      };
      const peek = (): void => {
        const { current, open } = latest.current;
        if (open.search.peek !== undefined || current.id !== undefined)
          open.change({ peek: open.search.peek === undefined ? current.id : undefined });
      };
      const change = (panel: 'status' | 'assignee' | 'massChange') => (): void => {
        const { targets, setPanel, ...fields } = latest.current;
        if (targets.length > 0 && (panel === 'massChange' || fields[panel] !== undefined)) setPanel(panel);
      };
      const leave = (): void => {
        const { open, selection } = latest.current;
        if (open.search.peek !== undefined) open.change({ peek: undefined });
        else selection.clear();
      };
      return [
        { keys: 'x', label: 'trackers.key.select', run: toggle },
        { keys: ' ', label: 'trackers.key.peek', run: peek },
        { keys: 's', label: 'trackers.key.status', run: change('status') },
        { keys: 'a', label: 'trackers.key.assignee', run: change('assignee') },
        { keys: 'e', label: 'trackers.key.change', run: change('massChange') },
        { keys: 'Escape', label: 'trackers.key.leave', run: leave },
      ] as const;
    }, []),
  );
}
