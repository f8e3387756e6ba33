// A dashboard as somebody sends it, against the one that is kept. Pure.
import type { Static } from 'typebox';
import { invalid } from '../../platform/errors.ts';
import { either, says } from '../../platform/texts/said.ts';
import { layoutsOf, listWidgets } from './dashboard-content.ts';
import type { DashboardContent, StoredWidget } from './dashboard-content.ts';
import type { DashboardChange } from './dashboards.schema.ts';
import { findKind, listForeign, listMissing } from './widget-kinds.ts';
import type { DashboardOwner } from './widget-kinds.ts';

type SentWidget = Static<typeof DashboardChange>['lines'][number]['columns'][number]['widgets'][number];

/** Widgets of one dashboard; more are answered 400. */
const widgetsMax = 50;
/** Removed widgets of one dashboard that their ids bring back; older ones are forgotten. */
const removedMax = 20;

/**
 * Throws invalid with the path. Widgets keep their ids, and what only exports know of them where their settings stay; those
 * that are left out are kept for a while, so that their ids bring them back.
 */
export function changeContent(
  former: DashboardContent,
  lines: Static<typeof DashboardChange>['lines'],
  owner: DashboardOwner,
): DashboardContent {
  const known = new Map([...(former.removed ?? []), ...listWidgets(former)].map((widget) => [widget.id, widget]));
  let { lastWidgetId } = former;
  let count = 0;
  const takeWidget = (sent: SentWidget, path: string): StoredWidget => {
    count += 1;
    if (count > widgetsMax)
      throw invalid(says('dashboard.widgets')`a dashboard can have at most ${widgetsMax} widgets`, path);
    if (sent.id === undefined) {
      lastWidgetId += 1;
      return makeWidget(sent, lastWidgetId, owner, path);
    }
    const kept = known.get(sent.id);
    if (kept === undefined)
      throw invalid(
        says('dashboard.no-widget')`this dashboard has no widget ${sent.id}, and none was removed from it recently`,
        `${path}.id`,
      );
    known.delete(sent.id);
    return keepWidget(kept, sent, owner, path);
  };
  const changed = lines.map(({ layout, columns }, line) => {
    const fitting = layoutsOf(columns.length);
    if (!fitting.includes(layout))
      throw invalid(
        says('dashboard.layout')`does not match ${columns.length} columns; use ${either(fitting)}`,
        `lines[${line}].layout`,
      );
    return {
      layout,
      columns: columns.map(({ widgets }, column) =>
        widgets.map((sent, place) => takeWidget(sent, `lines[${line}].columns[${column}].widgets[${place}]`)),
      ),
    };
  });
  return { lines: changed, lastWidgetId, removed: [...known.values()].slice(-removedMax) };
}

function keepWidget(kept: StoredWidget, sent: SentWidget, owner: DashboardOwner, path: string): StoredWidget {
  if (sent.name !== kept.name)
    throw invalid(says('dashboard.other-widget')`the widget ${kept.id} is a \`${kept.name}\``, `${path}.name`);
  const isMinimized = sent.is_minimized;
  const settings = sent.settings ?? kept.settings;
  if (areEqual(settings, kept.settings)) return { ...kept, isMinimized };
  return makeWidget(sent, kept.id, owner, path);
}

function makeWidget(sent: SentWidget, id: number, owner: DashboardOwner, path: string): StoredWidget {
  const { name, settings = {} } = sent;
  const kind = findKind(name, owner);
  if (kind === undefined)
    throw invalid(
      owner === 'user'
        ? says('dashboard.no-kind-person')`personal dashboards have no widget \`${name}\``
        : says('dashboard.no-kind-project')`project dashboards have no widget \`${name}\``,
      `${path}.name`,
    );
  const [foreign] = listForeign(kind, settings);
  if (foreign !== undefined)
    throw invalid(says('dashboard.no-setting')`\`${name}\` has no such setting`, `${path}.settings.${foreign}`);
  const [missing] = listMissing(kind, settings);
  if (missing !== undefined)
    throw invalid(says('dashboard.setting')`is required for \`${name}\``, `${path}.settings.${missing}`);
  return { id, name, isMinimized: sent.is_minimized, settings, xml: null };
}

const sorted = (settings: StoredWidget['settings']): string =>
  JSON.stringify(Object.entries(settings).toSorted(([one], [other]) => (one < other ? -1 : 1)));

const areEqual = (one: StoredWidget['settings'], other: StoredWidget['settings']): boolean =>
  sorted(one) === sorted(other);
