// Charts of reports, which are kept in the words of archives: what they draw is read from there and written there.
import type { Static } from 'typebox';
import { formatDay, parseDate } from '../../../platform/texts/dates.ts';
import { scales } from './charts.schema.ts';
import type { Chart } from './charts.schema.ts';
import { refOf } from '../table-renderer.ts';
import { childrenOf, parseXml, textOf, withAttribute, withChild, withText, writeXml } from '../renderer-xml.ts';
import type { XmlNode } from '../renderer-xml.ts';
import type { StoredRenderer } from '../report-settings.ts';

export type ChartView = Static<typeof Chart>;
/** Without its place. */
export type ChartSettings = Omit<ChartView, 'id'>;

export const isChartRenderer = ({ type }: Pick<StoredRenderer, 'type'>): boolean => type === 'plugin_graphontrackersv5';

/** Longer ones, which no archive of the origin has, are kept and not read. */
const chartXmlLengthMax = 500_000;

/** The first of these attributes of `<chart>` that is there names the field. */
const fieldAttributes = {
  base_field_id: ['base', 'field_id', 'field'],
  group_field_id: ['group'],
  start_field_id: ['start'],
  due_field_id: ['due'],
  finish_field_id: ['finish'],
  progress_field_id: ['progress'],
  summary_field_id: ['summary'],
  right_field_id: ['right'],
} as const;
export const fieldKeys = [
  'base_field_id',
  'group_field_id',
  'start_field_id',
  'due_field_id',
  'finish_field_id',
  'progress_field_id',
  'summary_field_id',
  'right_field_id',
] as const;
const dayKeys = ['start_date', 'stop_date', 'as_of_date'] as const;

const emptyNode: XmlNode = { name: 'chart', attributes: {}, children: [] };

function listNodes({ xml }: Pick<StoredRenderer, 'xml'>): XmlNode[] {
  if (xml.length > chartXmlLengthMax) return [];
  return childrenOf(childrenOf(parseXml(xml), 'charts')[0], 'chart');
}

/** In their order in the renderer, which is that of their ranks in what others write. */
export function readCharts(renderer: StoredRenderer): ChartView[] {
  if (!isChartRenderer(renderer)) return [];
  return listNodes(renderer).map((node, index) => ({ id: index + 1, ...readChart(node, renderer.references) }));
}

function readChart(node: XmlNode, references: StoredRenderer['references']): ChartSettings {
  const { attributes } = node;
  const field = (key: keyof typeof fieldAttributes): number | null => {
    const ref = fieldAttributes[key].map((name) => attributes[name]).find((one) => one !== undefined);
    return references[ref ?? ''] ?? null;
  };
  return {
    type: attributes['type'] ?? '',
    title: textOf(childrenOf(node, 'title')[0]).trim(),
    description: textOf(childrenOf(node, 'description')[0]).trim(),
    width: readNumber(attributes['width']) ?? 0,
    height: readNumber(attributes['height']) ?? 0,
    base_field_id: field('base_field_id'),
    group_field_id: field('group_field_id'),
    start_field_id: field('start_field_id'),
    due_field_id: field('due_field_id'),
    finish_field_id: field('finish_field_id'),
    progress_field_id: field('progress_field_id'),
    summary_field_id: field('summary_field_id'),
    right_field_id: field('right_field_id'),
    scale: readScale(attributes['scale']),
    start_date: readDay(attributes['start_date']),
    stop_date: readDay(attributes['stop_date']),
    as_of_date: readDay(attributes['as_of_date']),
    duration: readNumber(attributes['duration']) ?? null,
  };
}

const readNumber = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;

/** By name, or by its number. */
const readScale = (text: string | undefined): ChartSettings['scale'] =>
  scales.find((scale, index) => text === scale || text === String(index)) ?? null;

/** A day as it is written, or seconds since 1970. */
function readDay(text: string | undefined): string | null {
  if (text === undefined) return null;
  if (/^[1-9]\d{1,10}$/.test(text)) return formatDay(Number(text) * 1000);
  return parseDate(text)?.day ?? null;
}

export interface WrittenChart {
  /** The place of the chart that it was before; undefined for a new one. */
  oldId: number | undefined;
  settings: ChartSettings;
}

/** The renderer with these charts instead of its own. What of a chart stays as it was keeps its spelling. */
export function writeCharts(renderer: StoredRenderer, charts: readonly WrittenChart[]): StoredRenderer {
  const old = listNodes(renderer);
  const references = { ...renderer.references };
  const nodes = charts.map(({ oldId, settings }, rank) => {
    const before = old[(oldId ?? 0) - 1] ?? emptyNode;
    const { node, fieldIds } = writeChart(before, settings, renderer.references);
    for (const id of fieldIds) references[refOf(id)] = id;
    return withAttribute(node, 'rank', String(rank));
  });
  const root = withChild(parseXml(renderer.xml), { name: 'charts', attributes: {}, children: nodes });
  return { ...renderer, xml: writeXml(root), references };
}

function writeChart(
  before: XmlNode,
  settings: ChartSettings,
  references: StoredRenderer['references'],
): { node: XmlNode; fieldIds: number[] } {
  const was = readChart(before, references);
  const fieldIds: number[] = [];
  let node = withText(withText(before, 'description', settings.description), 'title', settings.title);
  for (const key of ['type', 'width', 'height'] as const)
    if (was[key] !== settings[key] || before === emptyNode) node = withAttribute(node, key, String(settings[key]));
  for (const key of fieldKeys) {
    const id = settings[key];
    if (id === was[key]) continue;
    const names: readonly string[] = fieldAttributes[key];
    const name = names.find((one) => one in before.attributes) ?? names[0] ?? key;
    if (id !== null) fieldIds.push(id);
    node = withAttribute(node, name, id === null ? undefined : refOf(id));
  }
  for (const key of dayKeys)
    if (settings[key] !== was[key]) node = withAttribute(node, key, settings[key] ?? undefined);
  if (settings.scale !== was.scale) node = withAttribute(node, 'scale', settings.scale ?? undefined);
  if (settings.duration !== was.duration)
    node = withAttribute(node, 'duration', settings.duration === null ? undefined : String(settings.duration));
  return { node, fieldIds };
}

export const emptyChart: ChartSettings = {
  type: '',
  title: '',
  description: '',
  width: 600,
  height: 400,
  base_field_id: null,
  group_field_id: null,
  start_field_id: null,
  due_field_id: null,
  finish_field_id: null,
  progress_field_id: null,
  summary_field_id: null,
  right_field_id: null,
  scale: null,
  start_date: null,
  stop_date: null,
  as_of_date: null,
  duration: null,
};
