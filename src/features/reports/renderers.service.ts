// Renderers of reports: the tables, charts and boards by which one shows what it finds. Rights are those of the report.
import type { Static } from 'typebox';
import { conflict, notFound } from '../../platform/errors.ts';
import { says } from '../../platform/texts/said.ts';
import type { Viewer } from '../projects/index.ts';
import type { NewRenderer, Renderer, RendererChange } from './renderers.schema.ts';
import { parseXml, withAttribute, writeXml } from './renderer-xml.ts';
import type { ReportSettings, StoredRenderer } from './report-settings.ts';
import type { Reports, SeenReport } from './reports.service.ts';
import { viewRenderer } from './reports.view.ts';
import { readRenderer } from './submitted-renderer.ts';
import { createRenderer, rendererIdOf } from './table-renderer.ts';

type RendererView = Static<typeof Renderer>;

export interface Renderers {
  /** In their order. Throws as Reports.read. */
  list(viewer: Viewer, reportId: number): Promise<RendererView[]>;
  /** With the version of the report. Throws as Reports.read, and notFound. */
  read(viewer: Viewer, reportId: number, id: number): Promise<{ body: RendererView; version: string }>;
  /** Throws as Reports.change, invalid, and conflict where there are too many. */
  create(viewer: Viewer, reportId: number, body: Static<typeof NewRenderer>): Promise<RendererView>;
  /** What the body does not name stays. Throws as Reports.change, notFound, invalid. */
  change(viewer: Viewer, reportId: number, id: number, body: Static<typeof RendererChange>): Promise<RendererView>;
  /** Throws as Reports.change, notFound. */
  remove(viewer: Viewer, reportId: number, id: number): Promise<void>;
}

/** Of one report. */
const renderersMax = 20;

const missing = says('report.no-renderer')`this renderer does not exist in the report`;

type KnownRenderer = StoredRenderer & { id: number };

const withIds = ({ renderers }: ReportSettings): KnownRenderer[] =>
  renderers.map((renderer, index) => ({ ...renderer, id: rendererIdOf(renderer, index) }));

function find(renderers: readonly KnownRenderer[], id: number): KnownRenderer {
  const found = renderers.find((renderer) => renderer.id === id);
  if (found === undefined) throw notFound(missing);
  return found;
}

/** Each with its place as its rank. */
function save(settings: ReportSettings, renderers: readonly KnownRenderer[]): ReportSettings {
  const known = [...withIds(settings), ...renderers].map(({ id }) => id);
  return {
    ...settings,
    lastRendererId: Math.max(settings.lastRendererId ?? 0, ...known),
    renderers: renderers.map((renderer, rank) =>
      renderer.rank === rank
        ? renderer
        : { ...renderer, rank, xml: writeXml(withAttribute(parseXml(renderer.xml), 'rank', String(rank))) },
    ),
  };
}

export function createRenderers(reports: Reports): Renderers {
  const show = (viewer: Viewer, { settings, tracker }: SeenReport, id: number): RendererView =>
    viewRenderer(find(withIds(settings), id), id, viewer, tracker);
  return {
    async list(viewer, reportId) {
      const { settings, tracker } = await reports.read(viewer, reportId);
      return withIds(settings).map((renderer) => viewRenderer(renderer, renderer.id, viewer, tracker));
    },
    async read(viewer, reportId, id) {
      const seen = await reports.read(viewer, reportId);
      return { body: show(viewer, seen, id), version: reports.versionOf(seen) };
    },
    async create(viewer, reportId, { type, rank, label, ...change }) {
      let made = 0;
      const seen = await reports.editSettings(viewer, reportId, ({ settings, tracker }) => {
        const before = withIds(settings);
        if (before.length >= renderersMax)
          throw conflict(
            says('report.renderers')`a report can have at most ${renderersMax} renderers; delete one first`,
          );
        made = Math.max(settings.lastRendererId ?? 0, 0, ...before.map(({ id }) => id)) + 1;
        const blank = createRenderer(type, '', '', before.length);
        const renderer = readRenderer(viewer, tracker, { label: label ?? defaultLabels[type], ...change }, blank);
        return save(settings, before.toSpliced(rank ?? before.length, 0, { ...renderer, id: made }));
      });
      return show(viewer, seen, made);
    },
    async change(viewer, reportId, id, { rank, ...change }) {
      const seen = await reports.editSettings(viewer, reportId, ({ settings, tracker }) => {
        const before = withIds(settings);
        const old = find(before, id);
        const renderer = { ...readRenderer(viewer, tracker, change, old), id };
        const place = before.indexOf(old);
        return save(settings, before.toSpliced(place, 1).toSpliced(rank ?? place, 0, renderer));
      });
      return show(viewer, seen, id);
    },
    async remove(viewer, reportId, id) {
      await reports.editSettings(viewer, reportId, ({ settings }) => {
        const before = withIds(settings);
        const old = find(before, id);
        return save(
          settings,
          before.filter((renderer) => renderer !== old),
        );
      });
    },
  };
}

const defaultLabels = { table: 'Table', plugin_graphontrackersv5: 'Charts', plugin_cardwall: 'Cardwall' };
