// Queries on the project's widget for searches across trackers. Archives have them as preferences of a widget on a
// dashboard, of which the rest is kept as it came.
import type { WidgetQueryRow } from '../../reports/index.ts';
import type { RawBlock } from '../model/archive-model.ts';
import { element, leaf } from '../xml/xml-element.ts';
import { parseXml } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';

export type ArchiveQuery = Pick<WidgetQueryRow, 'title' | 'description' | 'tql_query' | 'is_default'>;

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

/** The blocks without the queries of their widgets, and these in document order. */
export async function takeQueries(
  blocks: readonly RawBlock[],
): Promise<{ blocks: readonly RawBlock[]; queries: readonly ArchiveQuery[] }> {
  const block = blocks.find(({ name }) => name === blockName);
  if (block === undefined) return { blocks, queries: [] };
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
  const others = blocks.filter((other) => other !== block);
  return { blocks: xml === ownBlock ? others : [...others, { ...block, xml }], queries };
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
  blocks: readonly RawBlock[],
  queries: readonly ArchiveQuery[],
): Promise<readonly RawBlock[]> {
  if (queries.length === 0) return blocks;
  const block = blocks.find(({ name }) => name === blockName) ?? { name: blockName, xml: ownBlock, line: 0 };
  const others = blocks.filter((other) => other !== block);
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
  return [...others, { ...block, xml }];
}

const addDashboard = (xml: string, dashboard: string): string =>
  xml.endsWith('/>')
    ? element(blockName, {}, [dashboard])
    : xml.replace(/<\/dashboards\s*>$/, () => `${dashboard}</dashboards>`);
