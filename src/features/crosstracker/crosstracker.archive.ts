// Queries on the project's widget for searches across trackers. Archives have them as preferences of a widget on a
// dashboard; the feature of dashboards reads and writes the rest.
import { randomUUID } from 'node:crypto';
import type { Reader } from '../../platform/database/index.ts';
import { isSliceOver, yieldSlice } from '../../platform/concurrency/time-slices.ts';
import { says } from '../../platform/texts/said.ts';
import { element, leaf, parseXml } from '../archive/index.ts';
import type { ImportContext, RawBlock, XmlElement } from '../archive/index.ts';
import { descriptionMaxLength, queriesMax, queryMaxLength, titleMaxLength } from './crosstracker.schema.ts';
import { listWidgetQueries, saveWidgetQuery } from './widget-queries.store.ts';
import type { WidgetQueryRow } from './widget-queries.store.ts';

type ArchiveQuery = Pick<WidgetQueryRow, 'title' | 'description' | 'tql_query' | 'is_default'>;

const blockName = 'dashboards';

const isWidget = ({ name, attributes }: XmlElement): boolean =>
  name === 'widget' && attributes['name'] === 'crosstrackersearch';

const isQuery = ({ name, attributes }: XmlElement): boolean => name === 'preference' && attributes['name'] === 'query';

/** What an export writes where the project has queries, but no dashboard with their widget. */
const ownWidget = '<widget name="crosstrackersearch"></widget>';
const ownDashboard = element('dashboard', { name: 'Dashboard' }, [
  element('line', { layout: 'one-column' }, [element('column', {}, [ownWidget])]),
]);
const ownBlock = element(blockName, {}, [ownDashboard]);

const listElements = (root: XmlElement): XmlElement[] => [root, ...root.children.flatMap(listElements)];

/** Elements with their exact texts, in document order. */
async function findSources(
  xml: string,
  isWanted: (found: XmlElement) => boolean,
): Promise<{ found: XmlElement; source: string }[]> {
  const root = await parseXml([Buffer.from(xml)], { file: blockName, keepsSource: isWanted });
  return listElements(root).flatMap((found) => (found.source === undefined ? [] : [{ found, source: found.source }]));
}

/** Undefined for a preference without a query. */
function readQuery({ children }: XmlElement): ArchiveQuery | undefined {
  const values = new Map(children.map(({ attributes, text }) => [attributes['name'], text]));
  const text = values.get('tql')?.trim() ?? '';
  if (text === '') return undefined;
  return {
    title: values.get('title') ?? '',
    description: values.get('description') ?? '',
    tql_query: text,
    is_default: ['1', 'true'].includes(values.get('is-default')?.trim() ?? '') ? 1 : 0,
  };
}

/** The block without the queries of its widgets, undefined where nothing else is left; and these in document order. */
export async function takeQueries(
  block: RawBlock,
): Promise<{ rest: RawBlock | undefined; queries: readonly ArchiveQuery[] }> {
  const queries: ArchiveQuery[] = [];
  let { xml } = block;
  for (const widget of await findSources(xml, isWidget)) {
    let rest = widget.source;
    for (const { found, source } of await findSources(widget.source, isQuery)) {
      const query = readQuery(found);
      if (query === undefined) continue;
      queries.push(query);
      rest = rest.replace(source, () => '');
    }
    xml = xml.replace(widget.source, () => rest);
  }
  return { rest: xml === ownBlock ? undefined : { ...block, xml }, queries };
}

const writeQuery = ({ title, description, tql_query, is_default }: ArchiveQuery): string =>
  element('preference', { name: 'query' }, [
    leaf('value', String(is_default), { name: 'is-default' }),
    leaf('value', title, { name: 'title' }),
    leaf('value', description, { name: 'description' }),
    leaf('value', tql_query, { name: 'tql' }),
  ]);

/** The opposite of takeQueries: the first widget gets all queries; where there is none, a new dashboard has one. */
export async function putQueries(
  former: RawBlock | undefined,
  queries: readonly ArchiveQuery[],
): Promise<RawBlock | undefined> {
  if (queries.length === 0) return former;
  const block = former ?? { name: blockName, xml: ownBlock, line: 0 };
  const [first] = await findSources(block.xml, isWidget);
  const preferences = queries.map(writeQuery).join('');
  const fill = (widget: string): string =>
    widget.endsWith('/>')
      ? `${widget.slice(0, -2)}>${preferences}</widget>`
      : widget.replace(/<\/widget\s*>$/, () => `${preferences}</widget>`);
  const xml =
    first === undefined
      ? addDashboard(block.xml, ownDashboard.replace(ownWidget, fill))
      : block.xml.replace(first.source, fill);
  return { ...block, xml };
}

const addDashboard = (xml: string, dashboard: string): string =>
  xml.endsWith('/>')
    ? element(blockName, {}, [dashboard])
    : xml.replace(/<\/dashboards\s*>$/, () => `${dashboard}\n</dashboards>`);

const isShort = ({ title, description, tql_query }: ArchiveQuery): boolean =>
  title.length <= titleMaxLength && description.length <= descriptionMaxLength && tql_query.length <= queryMaxLength;

/** As many as a widget may have. Queries are listed by the time of their creation, so they get one after the other. */
export async function importQueries(
  { tx, projectId, nowMs, warn }: ImportContext,
  queries: readonly ArchiveQuery[],
): Promise<void> {
  const fitting = queries.filter(isShort);
  if (fitting.length < queries.length)
    warn(0, blockName, says('left.long-queries')`queries that are too long for a widget are skipped`);
  if (fitting.length > queriesMax)
    warn(
      0,
      blockName,
      says('left.many-queries')`a widget can have at most ${queriesMax} queries; the others are skipped`,
    );
  for (const [index, query] of fitting.slice(0, queriesMax).entries()) {
    if (isSliceOver()) await yieldSlice(true);
    const owner = { user_id: null, project_id: projectId };
    await saveWidgetQuery(tx, { ...query, ...owner, id: randomUUID(), created_at_ms: nowMs + index });
  }
}

/** Those that the project's widget shows, for putQueries. */
export const listProjectQueries = (db: Reader, projectId: number): Promise<WidgetQueryRow[]> =>
  listWidgetQueries(db, { user_id: null, project_id: projectId });
