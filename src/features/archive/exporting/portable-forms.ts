// What the format can say of parts that Tepal keeps as text: all else is left out of them where other programs read it.
import { parseXml } from '../xml/xml-tree.ts';
import type { XmlElement } from '../xml/xml-tree.ts';
import { element, leaf } from '../xml/xml-element.ts';

/** How an element may look; children stand in this order. */
interface Form {
  /** Separated by spaces; a trailing `!` marks one without which the element is left out, `@` one that refers to a field or value. */
  readonly attributes?: string;
  readonly children?: Readonly<Record<string, Form>>;
  /** It is left out without a child whose name begins so. */
  readonly needs?: string;
  readonly hasText?: boolean;
  /** It stays as it is. */
  readonly isAny?: boolean;
}

const text: Form = { hasText: true };
const reference: Form = { attributes: 'REF!@' };
const any: Form = { isAny: true };

const chart = (attributes: string): Form => ({
  attributes: `type! width! height! rank! ${attributes}`,
  children: { title: text, description: text },
});
const charts: Readonly<Record<string, Form>> = {
  gantt: chart('scale as_of_date start@ due@ finish@ righttext@ summary@ percentage@'),
  pie: chart('base@'),
  bar: chart('base@ group@'),
  burnup: chart('start_date duration remaining_field@ done_field@'),
  burndown: chart('start_date duration effort_field@'),
  cumulative_flow: chart('start_date stop_date scale effort_field@'),
};

const renderer = (attributes: string, children: Readonly<Record<string, Form>> = {}): Form => ({
  attributes: `type! rank! ID id report ${attributes}`,
  children: { name: text, description: text, ...children },
});
const renderers: Readonly<Record<string, Form>> = {
  table: renderer('chunksz! multisort', {
    columns: { children: { field: { attributes: 'REF!@ artlink-nature artlink-nature-format' } } },
    sort: { children: { field: reference } },
  }),
  plugin_graphontrackersv5: renderer('', { charts: { children: { chart: {} } } }),
  plugin_cardwall: renderer('field_id@'),
};

const criteria: Readonly<Record<string, Form>> = {
  text: { attributes: 'type!', hasText: true },
  list: { attributes: 'type!', children: { none_value: {}, selected_value: reference } },
};

const column: Form = {
  needs: 'widget',
  children: {
    widget: {
      attributes: 'name!',
      children: { preference: { attributes: 'name!', needs: '', children: { value: any, reference: any } } },
    },
  },
};
const line: Form = { attributes: 'layout', needs: 'column', children: { column } };
const planning: Form = {
  attributes: 'name! plan_title! planning_tracker_id! backlog_title!',
  needs: 'backlogs',
  children: {
    backlogs: { needs: 'backlog', children: { backlog: text } },
    permissions: { needs: 'permission', children: { permission: any } },
  },
};

const blocks: Readonly<Record<string, Form>> = {
  dashboards: { needs: 'dashboard', children: { dashboard: { attributes: 'name!', children: { line } } } },
  agiledashboard: {
    attributes: 'should_sidebar_display_last_milestones',
    children: {
      admin: any,
      top_backlog: { needs: 'artifact', children: { artifact: any } },
      plannings: { children: { planning } },
      kanban_list: any,
    },
  },
};

/** Whether a reference leads to something in the same tracker. */
type IsKnown = (ref: string) => boolean;

/** The form of an element inside another: what a chart may say depends on its type. */
const formOf = (form: Form, { name, attributes }: XmlElement): Form | undefined =>
  name === 'chart' ? charts[attributes['type'] ?? ''] : form;

/** Those that the form has, as they stand; undefined where one is missing that must be there. */
function listAttributes(words: string, { attributes }: XmlElement, isKnown: IsKnown) {
  const written: Record<string, string> = {};
  const forms = words.split(' ').filter((word) => word !== '');
  const formOfName = new Map(forms.map((word) => [word.replace(/[!@]+$/, ''), word]));
  for (const [name, value] of Object.entries(attributes)) {
    const word = formOfName.get(name);
    if (word !== undefined && (!word.endsWith('@') || isKnown(value))) written[name] = value;
  }
  const isWhole = [...formOfName].every(([name, word]) => !word.includes('!') || written[name] !== undefined);
  return isWhole ? written : undefined;
}

/** Undefined for what the format has no place for. */
function writeAs(form: Form, source: XmlElement, isKnown: IsKnown): string | undefined {
  if (form.isAny === true) return writeWhole(source);
  const attributes = listAttributes(form.attributes ?? '', source, isKnown);
  if (attributes === undefined) return undefined;
  if (form.hasText === true) return leaf(source.name, source.text, attributes);
  const children = Object.entries(form.children ?? {}).flatMap(([name, inner]) =>
    source.children
      .filter((child) => child.name === name)
      .flatMap((child) => {
        const own = formOf(inner, child);
        return own === undefined ? [] : (writeAs(own, child, isKnown) ?? []);
      }),
  );
  const isEmpty = form.needs !== undefined && !children.some((child) => child.startsWith(`<${form.needs}`));
  return isEmpty ? undefined : element(source.name, attributes, children);
}

function writeWhole({ name, attributes, children, text: content }: XmlElement): string {
  if (children.length === 0 && content !== '') return leaf(name, content, attributes);
  return element(name, attributes, children.map(writeWhole));
}

export interface Portable {
  /** What other programs can read; undefined where there is nothing. */
  readonly xml: string | undefined;
  /** Nothing was left out, nor moved. */
  readonly isWhole: boolean;
}

async function makePortable(
  xml: string,
  find: (root: XmlElement) => Form | undefined,
  isKnown: IsKnown,
): Promise<Portable> {
  const root = await parseXml([Buffer.from(xml)], { file: 'kept' });
  const form = find(root);
  const written = form === undefined ? undefined : writeAs(form, root, isKnown);
  const isWhole = written === writeWhole(root);
  return { xml: isWhole ? xml : written, isWhole };
}

/** `<renderer>` as the format knows it. */
export const portableRenderer = (xml: string, isKnown: IsKnown): Promise<Portable> =>
  makePortable(xml, ({ attributes }) => renderers[attributes['type'] ?? ''], isKnown);

/** `<criteria_value>` as the format knows it. */
export const portableCriterion = (xml: string, isKnown: IsKnown): Promise<Portable> =>
  makePortable(xml, ({ attributes }) => criteria[attributes['type'] ?? ''], isKnown);

/** An element of the project as the format knows it; those that Tepal adds nothing to are as they are. */
export const portableBlock = (name: string, xml: string): Promise<Portable> =>
  Object.hasOwn(blocks, name)
    ? makePortable(
        xml,
        () => blocks[name],
        () => true,
      )
    : Promise.resolve({ xml, isWhole: true });
