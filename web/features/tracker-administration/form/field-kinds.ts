// Types of fields as the form designer offers them, and what can be set of each. Pure.

export interface Setting {
  /** As the server names it. */
  key: string;
  kind: 'count' | 'number' | 'text' | 'long' | 'switch' | 'day';
  label: `design.set.${'maxchars' | 'default' | 'rows' | 'time' | 'hint' | 'reverse' | 'static'}`;
}

const longest: Setting = { key: 'maxchars', kind: 'count', label: 'design.set.maxchars' };
const textDefault: Setting = { key: 'default_value', kind: 'text', label: 'design.set.default' };
const numberDefault: Setting = { key: 'default_value', kind: 'number', label: 'design.set.default' };

const settings: Readonly<Record<string, readonly Setting[]>> = {
  string: [longest, textDefault],
  text: [
    { key: 'rows', kind: 'count', label: 'design.set.rows' },
    { key: 'default_value', kind: 'long', label: 'design.set.default' },
  ],
  int: [numberDefault],
  float: [numberDefault],
  date: [
    { key: 'default_value', kind: 'day', label: 'design.set.default' },
    { key: 'display_time', kind: 'switch', label: 'design.set.time' },
  ],
  tbl: [{ key: 'hint', kind: 'text', label: 'design.set.hint' }],
  art_link: [{ key: 'can_edit_reverse_links', kind: 'switch', label: 'design.set.reverse' }],
  computed: [numberDefault],
  staticrichtext: [{ key: 'static_value', kind: 'long', label: 'design.set.static' }],
};

export const settingsOf = (type: string): readonly Setting[] => settings[type] ?? [];

const groups = [
  { label: 'design.group.texts', types: ['string', 'text', 'int', 'float', 'date'] },
  { label: 'design.group.lists', types: ['sb', 'rb', 'msb', 'cb', 'tbl', 'shared'] },
  { label: 'design.group.layout', types: ['fieldset', 'column', 'staticrichtext', 'separator', 'linebreak'] },
  { label: 'design.group.special', types: ['art_link', 'file', 'perm', 'computed', 'burndown', 'burnup'] },
  { label: 'design.group.tests', types: ['ttmstepdef', 'ttmstepexec'] },
  { label: 'design.group.known', types: ['aid', 'atid', 'subby', 'subon', 'luby', 'lud', 'cross', 'priority'] },
] as const;

export const typeGroups: readonly { label: GroupLabel; types: readonly TypeCode[] }[] = groups;

type GroupLabel = (typeof groups)[number]['label'];

export type TypeCode = (typeof groups)[number]['types'][number];

const codes: ReadonlySet<string> = new Set(groups.flatMap(({ types }) => types));

export const isTypeCode = (type: string): type is TypeCode => codes.has(type);

export const typeLabel = (type: string): `design.type.${TypeCode | 'other'}` =>
  isTypeCode(type) ? `design.type.${type}` : 'design.type.other';

/** A tracker uses one of these at most. */
const singles = new Set(['art_link', 'perm', 'burndown', 'burnup', 'ttmstepdef', 'ttmstepexec']);
export const isSingle = (type: string): boolean => singles.has(type);

const containers = new Set(['fieldset', 'column']);
export const isContainer = (type: string): boolean => containers.has(type);

const structure = new Set(['fieldset', 'column', 'staticrichtext', 'separator', 'linebreak']);
/** Whether it never holds a value. */
export const isLayout = (type: string): boolean => structure.has(type);

const derived = new Set(['aid', 'atid', 'subby', 'subon', 'luby', 'lud', 'cross', 'priority', 'burndown', 'burnup']);
/** Whether somebody fills it. */
export const isFilled = (type: string): boolean => !isLayout(type) && !derived.has(type);

/** Whether a container of one type may hold another; undefined is the form itself. */
export function mayHold(container: string | undefined, type: string): boolean {
  if (container === undefined) return true;
  if (type === 'fieldset') return false;
  return isContainer(container) && !(type === 'column' && container === 'column');
}
