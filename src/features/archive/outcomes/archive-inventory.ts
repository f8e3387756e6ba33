// Counts the elements and attributes of an archive by their paths, and tells what an import made of each.
import { findRoot } from './element-outcomes.ts';
import { findPart, kept } from '../xml/outcome.ts';
import type { Outcome, OutcomeKind } from '../xml/outcome.ts';
import type { XmlElement, XmlParseOptions } from '../xml/xml-tree.ts';

export interface InventoryLine {
  /** Such as `project/trackers/tracker/@id`; fields inside fields count where the outermost stand. */
  readonly path: string;
  readonly count: number;
  readonly outcome: OutcomeKind | 'unknown';
  readonly note: string;
}

/** As the parser tells of elements. */
export type NoteElement = NonNullable<XmlParseOptions['note']>;

export interface Inventory {
  readonly note: NoteElement;
  /** In the order in which each came first, attributes after their element. */
  readonly list: () => InventoryLine[];
}

interface Entry {
  readonly path: string;
  readonly name: string;
  readonly outcome: Outcome | undefined;
  count: number;
  readonly attributes: Map<string, Entry>;
  readonly children: Map<string, Entry>;
}

const asItCame = kept('exports have it as it came');

/**
 * Starts an inventory of project.xml and users.xml; memory grows with the number of paths alone. `parts` tell what becomes of
 * elements that later features read.
 */
export function createInventory(parts: readonly { element: string; outcome: Outcome }[] = []): Inventory {
  const elements = Object.fromEntries(parts.map(({ element, outcome }) => [element, outcome]));
  const entries: Entry[] = [];
  const open: Entry[] = [];
  const roots = new Map<string, Entry>();

  const add = (into: Map<string, Entry>, name: string, path: string, outcome: Outcome | undefined): Entry => {
    const entry: Entry = { path, name, outcome, count: 0, attributes: new Map(), children: new Map() };
    into.set(name, entry);
    entries.push(entry);
    return entry;
  };
  const addChild = ({ name, file }: XmlElement, isKept: boolean): Entry => {
    const parent = open.at(-1);
    const known =
      parent === undefined ? findRoot(file, name, elements) : parent.outcome && findPart(parent.outcome, name);
    const outcome = known ?? (isKept ? asItCame : undefined);
    if (parent === undefined) return add(roots, name, name, outcome);
    // What stands inside itself, such as fields of fieldsets, is one kind.
    const outer = open.slice(0, -1).find((entry) => entry.outcome === outcome && entry.name === name);
    if (outer === undefined || outcome === undefined || outcome === asItCame)
      return add(parent.children, name, `${parent.path}/${name}`, outcome);
    parent.children.set(name, outer);
    return outer;
  };
  const note: NoteElement = (element, depth, isKept) => {
    open.length = depth - 1;
    const found = (open.at(-1)?.children ?? roots).get(element.name);
    const entry = found ?? addChild(element, isKept);
    entry.count += 1;
    open.push(entry);
    for (const name in element.attributes) {
      const key = `@${name}`;
      const known = (entry.outcome && findPart(entry.outcome, key)) ?? (isKept ? asItCame : undefined);
      const attribute = entry.attributes.get(name) ?? add(entry.attributes, name, `${entry.path}/${key}`, known);
      attribute.count += 1;
    }
  };
  return {
    note,
    list: () =>
      entries.map(({ path, count, outcome }) => ({
        path,
        count,
        outcome: outcome?.kind ?? 'unknown',
        note: outcome?.note ?? 'the format does not have it',
      })),
  };
}
