// The report at an address: what it asks for and shows, and how people change that.
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { chosenReport, filterOf, isChanged, listOf, offeredBy, openState } from './report-state.ts';
import type { ReportSearch, ReportState } from './report-state.ts';
import type { Criterion } from './criteria/criteria.ts';
import type { Tracker } from './fields.ts';
import { reportQuery, reportsQuery } from './trackers.queries.ts';
import type { FullReport, ListFilter, ListQuery } from './shapes.ts';
import { useViewSettings } from './use-view-settings.ts';
import type { ViewSettings } from './view-settings.ts';

export const route = getRouteApi('/trackers/$tracker');

export interface OpenReport {
  tracker: Tracker;
  /** undefined where the tracker has none that the person sees. */
  report: FullReport | undefined;
  state: ReportState;
  /** As saved, without the address and what the person keeps. */
  saved: ReportState;
  search: ReportSearch;
  offered: readonly Criterion[];
  isChanged: boolean;
  settings: ViewSettings;
  changeSettings(change: Partial<ViewSettings>): void;
  /** Into the address; columns, sorting and grouping are kept for the next visit too. */
  change(change: Partial<ReportSearch>, isStep?: boolean): void;
  /** As the report is saved; `report` opens another one. */
  reset(report?: number): void;
  filter: ListFilter;
  list: ListQuery;
}

/** undefined until it is known which report that is; throws nothing, see the queries for errors. */
export function useReport(tracker: Tracker | undefined, trackerId: number): OpenReport | undefined {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const reports = useQuery({ ...reportsQuery(trackerId), enabled: search.report === undefined });
  const isChosen = search.report !== undefined;
  const chosen = chosenReport(search, reports.data);
  const report = useQuery({ ...reportQuery(chosen ?? 0), enabled: chosen !== undefined });
  const [settings, changeSettings] = useViewSettings(trackerId, chosen);
  const isReady = tracker !== undefined && (chosen === undefined ? !isChosen && !reports.isPending : !report.isPending);

  const change = useCallback<OpenReport['change']>(
    (part, isStep = false) => {
      const { columns, sort, group } = part;
      const kept = { columns, sort, group };
      const said = Object.entries(kept).filter(([, value]) => value !== undefined);
      if (said.length > 0) changeSettings(Object.fromEntries(said));
      void navigate({ search: (before) => ({ ...before, ...part }), replace: !isStep });
    },
    [navigate, changeSettings],
  );
  const reset = useCallback<OpenReport['reset']>(
    (next) => {
      if (next === undefined) changeSettings({ columns: undefined, sort: undefined, group: undefined });
      void navigate({
        search: ({ report: before, view }) => ({
          ...((next ?? before) === undefined ? {} : { report: next ?? before }),
          ...(next !== undefined || view === undefined ? {} : { view }),
        }),
      });
    },
    [navigate, changeSettings],
  );
  return useMemo(() => {
    if (!isReady || tracker === undefined) return undefined;
    const { saved, state } = openState(tracker, report.data, settings, search);
    return {
      tracker,
      report: report.data,
      state,
      saved,
      search,
      offered: offeredBy(tracker, report.data),
      isChanged: isChanged(search) || isChanged(settings),
      settings,
      changeSettings,
      change,
      reset,
      filter: filterOf(state),
      list: listOf(tracker, state),
    };
  }, [isReady, tracker, report.data, settings, search, changeSettings, change, reset]);
}
