// What the page of a report shows first, read before it is there: when its address is opened, and when somebody points at a
// link to it.
import type { QueryClient } from '@tanstack/react-query';
import { setFirstPageContext } from '../../platform/page-context.ts';
import type { PageContext } from '../../platform/page-context.ts';
import { preferencesQuery } from '../../platform/preferences/preferences.ts';
import { readAhead } from '../../platform/query.ts';
import { loadParts } from '../fields/index.ts';
import { prefetchFrame } from '../projects/index.ts';
import { chosenReport, listOf, openState } from './report-state.ts';
import type { ReportSearch } from './report-state.ts';
import type { Tracker } from './fields.ts';
import { pageQuery, reportQuery, reportsQuery, trackerQuery } from './trackers.queries.ts';
import { readSettings, settingsKey } from './view-settings.ts';

export const contextOf = ({ project, id, label, color_name: colour, icon }: Tracker): PageContext => ({
  projectId: project.id,
  tracker: { id, label, colour, icon },
});

/**
 * Stops where something can't be read; the page says itself what is wrong. Rejects where a bundle can't be loaded that it is
 * made of.
 */
export async function readReport(client: QueryClient, trackerId: number, search: ReportSearch): Promise<void> {
  await Promise.all([
    loadParts(),
    readAhead(client, trackerQuery(trackerId)),
    search.report === undefined ? readAhead(client, reportsQuery(trackerId)) : undefined,
  ]);
  const tracker = client.getQueryData(trackerQuery(trackerId).queryKey);
  const reports = client.getQueryData(reportsQuery(trackerId).queryKey);
  const chosen = chosenReport(search, reports);
  if (tracker === undefined || (chosen === undefined && reports === undefined)) return;
  setFirstPageContext(contextOf(tracker));
  const around = prefetchFrame(client, tracker.project.id);
  if (chosen !== undefined) await readAhead(client, reportQuery(chosen));
  const report = chosen === undefined ? undefined : client.getQueryData(reportQuery(chosen).queryKey);
  const key = settingsKey(trackerId, chosen);
  const kept = client.getQueryData(preferencesQuery.queryKey)?.find((preference) => preference.key === key)?.value;
  const settings = readSettings(client.getQueryData<string>(['view', key]) ?? kept);
  const { state } = openState(tracker, report, settings, search);
  // Groups come with other reads, and so do charts and walls.
  if (state.group === '' && search.view === undefined)
    await readAhead(client, pageQuery(trackerId, listOf(tracker, state), 0));
  await around;
}

export { reportQuery } from './trackers.queries.ts';
