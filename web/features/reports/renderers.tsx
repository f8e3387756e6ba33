// The renderers of a report as tabs over its table. Charts and cardwalls are loaded when somebody looks at them.
import { ChartPie, Ellipsis, Plus, SquareKanban, Table2 } from 'lucide-react';
import { useState } from 'react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { Schemas } from '../../platform/api.ts';
import { t } from '../../platform/i18n.ts';
import { useSelf } from '../../platform/session.ts';
import { Button } from '../../ui/button.tsx';
import { say } from '../../ui/feedback/toasts.tsx';
import { Menu } from '../../ui/overlays/overlays.tsx';
import type { Action } from '../../ui/overlays/overlays.tsx';
import { Loading } from '../../ui/feedback/async-states.tsx';
import ui from '../../ui/ui.module.css';
import { addRenderer, changeRenderer, readRenderer, removeRenderer } from './renderers.queries.ts';
import type { ListFilter, Renderer, Tracker } from './report-types.ts';
import css from './reports.module.css';
import { useSubmit } from '../../ui/forms/use-submit.ts';
import { lazy } from '../../ui/lazy.tsx';

export const ChartsView = lazy(async () => (await import('./charts-view.tsx')).ChartsView, {
  Fallback: () => <Loading lines={6} />,
});
export const CardwallView = lazy(async () => (await import('./cardwall-view.tsx')).CardwallView, {
  Fallback: () => <Loading lines={6} />,
});
const RenameDialog = lazy(async () => (await import('./rename-dialog.tsx')).RenameDialog);

type Report = Schemas['FullReport'];

interface Props {
  tracker: Tracker;
  /** Without one there is the table alone. */
  report: Report | undefined;
  filter: ListFilter;
  /** Id of the renderer that is shown; the table without. */
  view: string | undefined;
  onView(view: string | undefined): void;
  /** The table. */
  children: ReactNode;
}

const known = { plugin_graphontrackersv5: ChartPie, plugin_cardwall: SquareKanban, table: Table2 };
const isKnown = (type: string): type is keyof typeof known => Object.hasOwn(known, type);

/** The first table and all that has no rows; other tables have no tab of their own. */
const listShown = (renderers: readonly Renderer[]): Renderer[] => {
  const first = renderers.find(({ type }) => type === 'table');
  return renderers.filter((one) => one === first || (one.type !== 'table' && isKnown(one.type)));
};

const tableKey = 'table';

export function Renderers({ tracker, report, filter, view, onView, children }: Props): ReactNode {
  const shown = listShown(report?.renderers ?? []);
  const table = shown.find(({ type }) => type === 'table');
  const mayEdit = useMayEdit(tracker, report);
  const additions = useAddedRenderers({ tracker, report, onView });
  const wanted = shown.find(({ id, type }) => type !== 'table' && String(id) === view);
  // Without a choice the bar is hidden; the table stays where it is, so that it keeps its state while a report comes.
  const selected = wanted === undefined ? tableKey : String(wanted.id);
  const tabs = [
    ...(table === undefined ? [{ id: tableKey, type: 'table', label: t('reports.table') }] : []),
    ...shown.map(({ id, type, label }) => ({ id: type === 'table' ? tableKey : String(id), type, label })),
  ];
  const isChoice = tabs.length > 1;
  return (
    <div className={css.tabs}>
      <div className={css.tabBar} hidden={!isChoice}>
        <div role="tablist" className={ui.tabs} aria-label={t('reports.renderers')} onKeyDown={moveAmongTabs}>
          {tabs.map((tab) => (
            <RendererTab
              key={tab.id}
              {...tab}
              isSelected={tab.id === selected}
              onSelect={() => onView(tab.id === tableKey ? undefined : tab.id)}
            />
          ))}
        </div>
        {mayEdit && report !== undefined && (
          <RendererActions {...{ report, shown, additions, onView }} current={wanted} />
        )}
      </div>
      <div
        role={isChoice ? 'tabpanel' : undefined}
        aria-labelledby={isChoice ? tabId(selected) : undefined}
        className={css.panel}
      >
        {report === undefined || wanted === undefined ? (
          children
        ) : wanted.type === 'plugin_cardwall' ? (
          <CardwallView
            tracker={tracker}
            reportId={report.id}
            renderer={wanted}
            filter={filter}
            mayEdit={mayEdit}
            trail={`${tracker.label}: ${report.label}`}
          />
        ) : (
          <ChartsView tracker={tracker} reportId={report.id} renderer={wanted} filter={filter} mayEdit={mayEdit} />
        )}
      </div>
    </div>
  );
}

function useMayEdit(tracker: Tracker, report: Report | undefined): boolean {
  const isSignedIn = useSelf() !== undefined;
  const isAdmin = tracker.permissions_for_groups !== null;
  return report !== undefined && isSignedIn && (!report.is_public || isAdmin);
}

/** What may be shown besides the table, for a menu; nothing where the person may not change the report. */
export function useAddedRenderers({ tracker, report, onView }: Pick<Props, 'tracker' | 'report' | 'onView'>): Action[] {
  const mayEdit = useMayEdit(tracker, report);
  const attempt = useAttempt(report?.id ?? 0, onView);
  if (report === undefined || !mayEdit) return [];
  const add = (type: 'plugin_graphontrackersv5' | 'plugin_cardwall', label: string): void =>
    attempt(async () => String((await addRenderer(report.id, { type, label })).id));
  return [
    { id: 'charts', label: t('reports.addCharts'), run: () => add('plugin_graphontrackersv5', t('reports.charts')) },
    { id: 'wall', label: t('reports.addWall'), run: () => add('plugin_cardwall', t('reports.wall')) },
  ];
}

interface TabProps {
  id: string;
  type: string;
  label: string;
}

const tabId = (id: string): string => `renderer-${id}`;

/** The arrows move the focus, and what has it is shown. */
function moveAmongTabs(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')];
  const at = tabs.findIndex((tab) => tab === document.activeElement);
  const places = new Map([
    ['ArrowLeft', at - 1],
    ['ArrowRight', (at + 1) % tabs.length],
    ['Home', 0],
    ['End', -1],
  ]);
  const place = places.get(event.key);
  if (place === undefined) return;
  event.preventDefault();
  const next = tabs.at(place);
  next?.focus();
  next?.click();
}

function RendererTab({
  id,
  type,
  label,
  isSelected,
  onSelect,
}: TabProps & { isSelected: boolean; onSelect(): void }): ReactNode {
  const Icon = isKnown(type) ? known[type] : Table2;
  return (
    <button
      type="button"
      role="tab"
      id={tabId(id)}
      aria-selected={isSelected}
      data-selected={isSelected || undefined}
      tabIndex={isSelected ? 0 : -1}
      className={`${ui.tab} ${css.tab}`}
      onClick={onSelect}
    >
      <Icon aria-hidden="true" /> {label}
    </button>
  );
}

interface ActionsProps {
  report: Report;
  shown: readonly Renderer[];
  current: Renderer | undefined;
  /** What may be added. */
  additions: readonly Action[];
  onView(view: string | undefined): void;
}

/** What may be added, and what may be done with the renderer that is shown. */
function RendererActions({ report, shown, current, additions, onView }: ActionsProps): ReactNode {
  const [isRenaming, setRenaming] = useState(false);
  const { remove, move } = useRendererChanges(report, shown, onView);
  const place = current === undefined ? -1 : shown.indexOf(current);
  const ofCurrent: Action[] =
    current === undefined
      ? []
      : [
          { id: 'rename', label: t('reports.rename'), run: () => setRenaming(true) },
          { id: 'left', label: t('reports.moveLeft'), isDisabled: place === 0, run: () => move(current, -1) },
          {
            id: 'right',
            label: t('reports.moveRight'),
            isDisabled: place === shown.length - 1,
            run: () => move(current, 1),
          },
          {
            id: 'remove',
            label: t('reports.remove', { label: current.label }),
            isSeparated: true,
            run: () => remove(current),
          },
        ];
  return (
    <span className={css.tabTools}>
      <Menu
        label={t('reports.add')}
        trigger={
          <Button tone="quiet" isIcon aria-label={t('reports.add')}>
            <Plus />
          </Button>
        }
        actions={additions}
      />
      {current !== undefined && (
        <Menu
          label={t('reports.actions', { label: current.label })}
          trigger={
            <Button tone="quiet" isIcon aria-label={t('reports.actions', { label: current.label })}>
              <Ellipsis />
            </Button>
          }
          actions={ofCurrent}
        />
      )}
      {isRenaming && current !== undefined && (
        <RenameDialog reportId={report.id} renderer={current} onClose={() => setRenaming(false)} />
      )}
    </span>
  );
}

/** Changes a report and shows the renderer that it gives; what is refused is said. */
function useAttempt(reportId: number, onView: Props['onView']): (run: () => Promise<string | undefined>) => void {
  const { submit } = useSubmit({ invalidates: [['/tracker_reports', reportId]], errors: 'toast' });
  const attempt = async (run: () => Promise<string | undefined>): Promise<void> => {
    let next: string | undefined;
    if (await submit(async () => void (next = await run()))) onView(next);
  };
  return (run) => void attempt(run);
}

function useRendererChanges(report: Report, shown: readonly Renderer[], onView: Props['onView']) {
  const attempt = useAttempt(report.id, onView);
  return {
    remove: (renderer: Renderer): void =>
      attempt(async () => {
        const { etag } = await readRenderer(report.id, renderer.id);
        await removeRenderer(report.id, renderer.id, etag);
        say('success', t('reports.removed', { label: renderer.label }));
        return undefined;
      }),
    move: (renderer: Renderer, steps: number): void =>
      attempt(async () => {
        const neighbour = shown[shown.indexOf(renderer) + steps];
        const rank = report.renderers.findIndex(({ id }) => id === neighbour?.id);
        const { etag } = await readRenderer(report.id, renderer.id);
        await changeRenderer(report.id, renderer.id, etag, { rank });
        return String(renderer.id);
      }),
  };
}
